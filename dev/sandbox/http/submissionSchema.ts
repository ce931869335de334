import { z } from 'zod';
import type { PromptObject } from '../documents/types';
import { MAX_FILES_PER_SESSION } from '../limits';
import { identifier } from './schemas';

const LANGUAGES = [
	'automatic',
	'en',
	'ar',
	'zh-Hant',
	'zh-Hans',
	'nl',
	'fr',
	'de',
	'el',
	'he',
	'it',
	'ja',
	'pl',
	'pt',
	'es',
	'th',
] as const;

const unique = <T extends z.ZodTypeAny>(items: T, identify: (item: z.output<T>) => unknown) =>
	z.array(items).superRefine((list, context) => {
		const seen = new Set<unknown>();
		list.forEach((item, index) => {
			const identity = identify(item);
			if (seen.has(identity))
				context.addIssue({ code: 'custom', message: 'must not be repeated', path: [index] });
			seen.add(identity);
		});
	});

const promptText = z.string().max(2_500).regex(/\S/, 'must not be empty');
const promptObject = z
	.object({
		fields: unique(
			z.object({ name: z.string().min(2).max(50), prompt: z.string().min(3).max(600).optional() }).strict(),
			(field) => field.name,
		).refine((fields) => fields.length > 0, 'must not be empty'),
		general_prompt: z.string().max(1_500).optional(),
	})
	.strict();

/** Text or fields. Judged by the form that was sent, so that the issues name the field that is wrong. */
const prompt = z.unknown().transform((value, context): string | PromptObject => {
	const result = typeof value === 'string' ? promptText.safeParse(value) : promptObject.safeParse(value);
	if (result.success) return result.data;
	for (const issue of result.error.issues) context.addIssue(issue);
	return z.NEVER;
});

const fillColor = z.enum(['none', 'yellow', 'orange', 'red']);
const options = z
	.object({
		exclude_columns: z.array(z.enum(['source_file', 'review_needed'])),
		output_language: z.enum(LANGUAGES),
		review_needed_fill_color: fillColor,
		affected_field_fill_color: fillColor,
		send_completion_email: z.boolean(),
		json_typed_values: z.boolean(),
		ask_questions: z.boolean(),
	})
	.partial()
	.strict();

/** Body of POST /extractions. */
export const submission = z
	.object({
		submission_id: identifier,
		upload_session_id: identifier,
		file_ids: unique(identifier, (id) => id).refine(
			(ids) => ids.length >= 1 && ids.length <= MAX_FILES_PER_SESSION,
			`must name 1 to ${MAX_FILES_PER_SESSION} files`,
		),
		task_name: z.string().min(3).max(40),
		prompt,
		output_structure: z.enum(['automatic', 'per_invoice', 'per_line_item']),
		options: options.optional(),
	})
	.strict();
export type Submission = z.output<typeof submission>;

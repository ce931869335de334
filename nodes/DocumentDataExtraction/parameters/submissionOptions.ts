import type { ExtractionOptions } from '../api/extractions';
import { LIMITS } from '../api/limits';
import { invalid, valid, type Checked } from '../shared/problems';
import { cutOff } from '../shared/text';
import { choice, ifAdded, param, selection, toggle, type Params } from './param';

const { min, max } = LIMITS.taskName;

/** The name that a user gives an extraction; empty if it is left out. One that is too long is shortened later. */
export function checkTaskName(given: unknown): Checked<string> {
	const name = String(given ?? '').trim();
	if (name === '' || name.length >= min) return valid(name);
	return invalid({ text: `"${name}" is too short. Use at least ${min} characters` });
}

const FILL_COLORS = { none: ['None'], orange: ['Orange'], red: ['Red'], yellow: ['Yellow'] } as const;

const LANGUAGES = {
	ar: ['Arabic'],
	automatic: ['Automatic'],
	'zh-Hans': ['Chinese (Simplified)'],
	'zh-Hant': ['Chinese (Traditional)'],
	nl: ['Dutch'],
	en: ['English'],
	fr: ['French'],
	de: ['German'],
	el: ['Greek'],
	he: ['Hebrew'],
	it: ['Italian'],
	ja: ['Japanese'],
	pl: ['Polish'],
	pt: ['Portuguese'],
	es: ['Spanish'],
	th: ['Thai'],
} as const;

/** The options of a submission as the contract has them; an option that is not added keeps the preference of the account. */
export const SUBMISSION_OPTIONS = {
	affectedFieldFillColor: ifAdded(
		choice({
			displayName: 'Affected Field Color (XLSX)',
			name: 'affectedFieldFillColor',
			of: FILL_COLORS,
			default: 'orange',
			description:
				'Color of the cells that a review message is about. Default: the preference of the account.',
		}),
	),
	excludeColumns: ifAdded(
		selection({
			displayName: 'Exclude Columns',
			name: 'excludeColumns',
			of: { review_needed: ['Review Needed'], source_file: ['Source File'] },
			default: [],
			description:
				'Columns to omit from rows and files. Without Source File, a row is linked to all items of its extraction, not only to the one it came from.',
		}),
	),
	outputLanguage: ifAdded(
		choice({
			displayName: 'Output Language',
			name: 'outputLanguage',
			of: LANGUAGES,
			default: 'automatic',
			description:
				'Language of review messages and notes. Extracted values are never translated. Default: the preference of the account.',
		}),
	),
	reviewNeededFillColor: ifAdded(
		choice({
			displayName: 'Review Needed Color (XLSX)',
			name: 'reviewNeededFillColor',
			of: FILL_COLORS,
			default: 'orange',
			description: 'Color of the Review Needed cells. Default: the preference of the account.',
		}),
	),
	sendCompletionEmail: ifAdded(
		toggle({
			displayName: 'Send Completion Email',
			name: 'sendCompletionEmail',
			default: false,
			description:
				'Whether the service sends an email to the address of the account when the extraction ends',
		}),
	),
	taskName: param(
		{
			displayName: 'Task Name',
			name: 'taskName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Invoices of March',
			description:
				'Name of the extraction in the dashboard, 3 to 40 characters. If empty, the name of the first file is used.',
		},
		checkTaskName,
	),
	typedValues: toggle({
		displayName: 'Numbers as Numbers',
		name: 'typedValues',
		default: true,
		description:
			'Whether to output amounts as numbers, yes/no fields as booleans and empty cells as null. Otherwise everything is text.',
	}),
} satisfies Params;

/** The `options` of a submission from what the user added. Typed values are on unless they are turned off. */
export function submissionOptions(
	added: { [option in keyof typeof SUBMISSION_OPTIONS]?: unknown },
	askQuestions: boolean,
): ExtractionOptions {
	const options: ExtractionOptions = {
		exclude_columns: added.excludeColumns as string[] | undefined,
		output_language: added.outputLanguage as string | undefined,
		review_needed_fill_color: added.reviewNeededFillColor as string | undefined,
		affected_field_fill_color: added.affectedFieldFillColor as string | undefined,
		send_completion_email: added.sendCompletionEmail as boolean | undefined,
		json_typed_values: (added.typedValues as boolean | undefined) ?? true,
		ask_questions: askQuestions,
	};
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Shortens a text to a length. It ends with a whole word if a word ends in its second half. */
export function shortenAtWord(text: string, length: number): string {
	if (text.length <= length) return text;
	// A run of spaces is worth one, or next to nothing might be left before it.
	const words = text.trim().replace(/\s+/g, ' ');
	if (words.length <= length) return words;
	const space = words.lastIndexOf(' ', length);
	return cutOff(words, space > length / 2 ? space : length).trim();
}

/**
 * The name that the dashboard shows for the extraction: what the user gave, or the documents' names.
 *
 * @returns 3 to 40 characters
 */
export function taskName(given: string, fileNames: string[]): string {
	if (given.trim()) return shortenAtWord(given.trim(), max);
	const more = fileNames.length > 1 ? ` and ${fileNames.length - 1} more` : '';
	const first = fileNames[0] ?? '';
	return (cutOff(first, max - more.length).trim() + more).padEnd(min, '.');
}

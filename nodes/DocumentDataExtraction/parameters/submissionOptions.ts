import { decidingOptions } from '../extraction/request/identity';
import type { ExtractionOptions } from '../api/endpoints/extractions';
import { LIMITS } from '../api/limits';
import { cutOff } from '../shared/text';
import { choice, ifAdded, selection, text, toggle, type Params, type Values } from './param';

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

/** The options of a submission ("Options"). Without such an option, the preference of the account counts. */
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
	excludeColumns: selection({
		displayName: 'Exclude Columns',
		name: 'excludeColumns',
		of: { review_needed: ['Review Needed'], source_file: ['Source File'] },
		default: [],
		description:
			'Columns to omit from rows and files. Without Source File, a row is linked to all items of its extraction, not only to the one it came from.',
	}),
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
	taskName: text({
		displayName: 'Task Name',
		name: 'taskName',
		placeholder: 'e.g. Invoices of March',
		description:
			'Name of the extraction in the dashboard, 3 to 40 characters. If empty, the name of the first file is used.',
	}),
	typedValues: toggle({
		displayName: 'Numbers as Numbers',
		name: 'typedValues',
		default: true,
		description:
			'Whether to output amounts as numbers, yes/no fields as booleans and empty cells as null. Otherwise everything is text.',
	}),
} satisfies Params;

/** Those that the user has added. */
export type AddedOptions = Partial<Values<typeof SUBMISSION_OPTIONS>>;

/** The `options` of a submission. Typed values are on unless they are turned off. */
export const submissionOptions = (added: AddedOptions, askQuestions: boolean): ExtractionOptions => ({
	exclude_columns: added.excludeColumns ?? [],
	output_language: added.outputLanguage,
	review_needed_fill_color: added.reviewNeededFillColor,
	affected_field_fill_color: added.affectedFieldFillColor,
	send_completion_email: added.sendCompletionEmail,
	json_typed_values: added.typedValues ?? true,
	ask_questions: askQuestions,
});

/** The name of the extraction in the dashboard: what the user gave, or the names of the documents, made to fit the contract. */
export function taskName(given: string, fileNames: string[]): string {
	const { min, max } = LIMITS.taskName;
	const [first = ''] = fileNames;
	const more = fileNames.length > 1 ? ` and ${fileNames.length - 1} more` : '';
	const name = given.trim() || cutOff(first, max - more.length).trim() + more;
	return cutOff(name, max).trim().padEnd(min, '.');
}

/** The options that decide the rows, in one fixed form. */
export const optionsThatDecide = (...given: Parameters<typeof submissionOptions>): unknown[] =>
	decidingOptions(submissionOptions(...given));

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ExtractionOptions } from '../api/extractions';
import type { Problem } from '../shared/problems';
import { choiceProblems } from './choices';

const FILL_COLORS = [
	{ name: 'None', value: 'none' },
	{ name: 'Orange', value: 'orange' },
	{ name: 'Red', value: 'red' },
	{ name: 'Yellow', value: 'yellow' },
];

const LANGUAGES = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'Automatic', value: 'automatic' },
	{ name: 'Chinese (Simplified)', value: 'zh-Hans' },
	{ name: 'Chinese (Traditional)', value: 'zh-Hant' },
	{ name: 'Dutch', value: 'nl' },
	{ name: 'English', value: 'en' },
	{ name: 'French', value: 'fr' },
	{ name: 'German', value: 'de' },
	{ name: 'Greek', value: 'el' },
	{ name: 'Hebrew', value: 'he' },
	{ name: 'Italian', value: 'it' },
	{ name: 'Japanese', value: 'ja' },
	{ name: 'Polish', value: 'pl' },
	{ name: 'Portuguese', value: 'pt' },
	{ name: 'Spanish', value: 'es' },
	{ name: 'Thai', value: 'th' },
];

/** The options of a submission as the contract has them; an option that is not added keeps the preference of the account. */
export const SUBMISSION_OPTIONS = {
	affectedFieldFillColor: {
		displayName: 'Affected Field Color (XLSX)',
		name: 'affectedFieldFillColor',
		type: 'options',
		options: FILL_COLORS,
		default: 'orange',
		description: 'Color of the cells that a review message is about. Default: the preference of the account.',
	},
	excludeColumns: {
		displayName: 'Exclude Columns',
		name: 'excludeColumns',
		type: 'multiOptions',
		options: [
			{ name: 'Review Needed', value: 'review_needed' },
			{ name: 'Source File', value: 'source_file' },
		],
		default: [],
		description:
			'Columns to omit from rows and files. Without Source File, a row is linked to all items of its extraction, not only to the one it came from.',
	},
	outputLanguage: {
		displayName: 'Output Language',
		name: 'outputLanguage',
		type: 'options',
		options: LANGUAGES,
		default: 'automatic',
		description:
			'Language of review messages and notes. Extracted values are never translated. Default: the preference of the account.',
	},
	reviewNeededFillColor: {
		displayName: 'Review Needed Color (XLSX)',
		name: 'reviewNeededFillColor',
		type: 'options',
		options: FILL_COLORS,
		default: 'orange',
		description: 'Color of the Review Needed cells. Default: the preference of the account.',
	},
	sendCompletionEmail: {
		displayName: 'Send Completion Email',
		name: 'sendCompletionEmail',
		type: 'boolean',
		default: false,
		description: 'Whether the service sends an email to the address of the account when the extraction ends',
	},
	taskName: {
		displayName: 'Task Name',
		name: 'taskName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Invoices of March',
		description:
			'Name of the extraction in the dashboard, 3 to 40 characters. If empty, the name of the first file is used.',
	},
	typedValues: {
		displayName: 'Numbers as Numbers',
		name: 'typedValues',
		type: 'boolean',
		default: true,
		description:
			'Whether to output amounts as numbers, yes/no fields as booleans and empty cells as null. Otherwise everything is text.',
	},
} satisfies Record<string, INodeProperties>;

/** Problems with values that an expression may give and the service would refuse. */
export const submissionOptionProblems = (given: IDataObject): Problem[] =>
	Object.values<INodeProperties>(SUBMISSION_OPTIONS)
		.filter(({ name, type }) => given[name] !== undefined && type !== 'string')
		.flatMap((field) => choiceProblems(field, given[field.name]));

/** The `options` of a submission from what the user added. Typed values are on unless they are turned off. */
export function readSubmissionOptions(given: IDataObject, askQuestions: boolean): ExtractionOptions {
	const options: ExtractionOptions = {
		exclude_columns: given.excludeColumns as string[] | undefined,
		output_language: given.outputLanguage as string | undefined,
		review_needed_fill_color: given.reviewNeededFillColor as string | undefined,
		affected_field_fill_color: given.affectedFieldFillColor as string | undefined,
		send_completion_email: given.sendCompletionEmail as boolean | undefined,
		json_typed_values: (given.typedValues as boolean | undefined) ?? true,
		ask_questions: askQuestions,
	};
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

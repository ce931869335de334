import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FIELD_NAME_PARAMETER } from '../../files/input/inputFiles';
import { FILES_PARAMETER } from '../../files/input/unsupported';
import type { FileChoice } from '../../files/input/fileChoice';
import { checkLinks, LINKS_PARAMETER } from '../../files/input/Link';
import { invalid, ofItem, valid, type Checked } from '../../shared/problems';
import { splitList } from '../../shared/text';
import {
	checkItem,
	choice,
	notInTool,
	number,
	oneChoiceInTool,
	onlyInTool,
	param,
	text,
	type Shown,
} from '../param';

const toolNotice: INodeProperties = {
	displayName: 'An agent cannot pass files. Let the model fill Links.',
	name: 'linksNotice',
	type: 'notice',
	default: '',
};

/** Which files are the documents: shared by all operations that upload. */
export const inputFiles = {
	files: oneChoiceInTool(
		choice({
			displayName: FILES_PARAMETER,
			name: 'files',
			of: {
				all: ['All Files', 'All files of the input items'],
				named: ['Files in Certain Fields', 'Only the files in the binary fields that you name'],
				links: ['From Links', 'Files that the node fetches from URLs'],
			},
			default: 'all',
			description: 'Which files to use',
		}),
		'links',
	),
	toolNotice: param(onlyInTool(toolNotice), () => valid(undefined)),
	fieldNames: text({
		displayName: FIELD_NAME_PARAMETER,
		name: 'inputDataFieldName',
		required: true,
		displayOptions: { show: { files: ['named'] } },
		default: 'data',
		placeholder: 'e.g. data, attachment_0',
		hint: 'The name of the input field containing the file data. Separate several names with commas.',
	}),
	links: param(
		{
			displayName: LINKS_PARAMETER,
			name: 'links',
			type: 'string',
			typeOptions: { rows: 2 },
			required: true,
			displayOptions: { show: { files: ['links'] } },
			default: '',
			placeholder: 'e.g. https://example.com/invoice.pdf',
			description:
				'URLs of PDF, JPG or PNG files that open without a sign-in. Enter one per line, or a list from an expression, such as the attachments of Airtable. The node sends no credential.',
		},
		checkLinks,
	),
};

/** How files become requests. */
export type Grouping = 'perItem' | 'perFile' | 'forAllItems';

/** The parameter that divides files into requests. A tool is called with one item. @param made what a request makes, such as `extraction` */
export const groupFilesInto = (made: string) =>
	choice<Grouping>(
		notInTool({
			displayName: 'Group Files',
			name: 'groupFiles',
			of: {
				perItem: ['Each Item Separately', `One ${made} for the files of each item`],
				perFile: [
					'Each File Separately',
					`One ${made} for each file. A file is paid once, whatever comes with it, such as the logo of an email.`,
				],
				forAllItems: [
					'All Items Together',
					`One ${made} for the files of all items, for large folders and one file of output. All items have to ask for the same.`,
				],
			},
			default: 'perItem',
			description: `How to divide the files into ${made}s. Each row is linked to the item of its file.`,
		}),
	);

/** Options to skip files that are not documents, such as the logos of email signatures. */
export const fileOptions = {
	fileNamePattern: text({
		displayName: 'File Name Pattern',
		name: 'fileNamePattern',
		placeholder: 'e.g. *.pdf, invoice-*',
		description:
			'Include only files whose name matches one of these patterns, separated by commas. * matches any text. A PDF without an extension matches *.pdf.',
	}),
	minimumBytes: number({
		displayName: 'Minimum File Size (KB)',
		name: 'minimumFileSize',
		min: 0,
		fractions: true,
		unit: 1024,
		default: 0,
		description: 'Skip smaller pictures, such as the logos of email signatures. No other file is skipped.',
	}),
};

/** Which files of an item are chosen. */
export function checkFileChoice(context: IExecuteFunctions, itemIndex: number): Checked<FileChoice> {
	const given = checkItem(context, itemIndex, inputFiles, fileOptions);
	if (!given.ok) return invalid(...ofItem(itemIndex, given.problems));
	const { files, fieldNames, links, fileNamePattern, minimumBytes } = given.value;
	return valid({
		fieldNames: files === 'named' ? splitList(fieldNames) : undefined,
		links: files === 'links' ? links : undefined,
		namePattern: fileNamePattern,
		minimumBytes,
	});
}

/** What becomes of files that the service does not take. */
export type UnsupportedFiles = 'fail' | 'skip' | 'output';

const FAIL: Shown = ['Fail', 'The item fails. The error names the file and a way to convert it.'];

const SKIP: Shown = [
	'Skip',
	'Skip files that are not PDF, JPG or PNG, with a note. Files that are too large or empty fail.',
];

const LOOK = {
	displayName: 'Unsupported Files',
	name: 'unsupportedFiles',
	default: 'fail',
	description: 'What to do with files that the service does not support',
} as const;

/** The option of operations with one output. */
export const skipsUnsupported = choice({ ...LOOK, of: { fail: FAIL, skip: SKIP } });

/** The option of Extract Documents, with an extra output. All items share it, because outputs belong to the node. */
export const unsupportedFiles = choice<UnsupportedFiles>({
	...LOOK,
	noDataExpression: true,
	of: {
		fail: FAIL,
		skip: SKIP,
		output: [
			'Send to Extra Output',
			'Output files that are not PDF, JPG or PNG, too large or empty, with the reason',
			notInTool({}),
		],
	},
});

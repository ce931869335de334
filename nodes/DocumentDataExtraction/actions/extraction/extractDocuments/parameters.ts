import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/endpoints/extractions';
import type { Batch } from '../../../extraction/run/batch';
import type { SessionFile } from '../../../files/input/InputFile';
import {
	fileOptions,
	groupFilesInto,
	inputFiles,
	unsupportedFiles,
	type Grouping,
} from '../../../parameters/files/inputFiles';
import { ownId, SUBMISSION_ID } from '../../../parameters/ids/identifiers';
import {
	addRowId,
	columnNames,
	formats,
	outputField,
	separateReview,
	invoiceChoice,
} from '../../../parameters/outputShape';
import {
	checkItem,
	choice,
	ifAdded,
	notInTool,
	number,
	propertiesOf,
	readItem,
	shownAs,
	toggle,
	type Param,
	type Values,
} from '../../../parameters/param';
import type { Prompt } from '../../../parameters/prompt/checks';
import type { EarlierRequests } from '../../../parameters/prompt/earlier';
import { checkPrompt, promptParameters } from '../../../parameters/prompt/parameters';
import {
	optionsThatDecide,
	SUBMISSION_OPTIONS,
	submissionOptions,
	taskName,
} from '../../../parameters/submissionOptions';
import { invalid, ofItem, problemsOf, valid, type Checked } from '../../../shared/problems';
import type { IdChoice } from '../../batches';
import { isTool } from '../../../shared/n8nFeatures';
import { maximumWait } from '../../../parameters/maximumWait';

const showForWay = <T>(from: Param<T>, ...outputs: string[]): Param<T> =>
	shownAs(from, { displayOptions: { ...from.property.displayOptions, show: { output: outputs } } });

/** What to output, in alphabetical order, as n8n wants lists of five and more. */
const output = {
	kind: choice({
		displayName: 'Output',
		name: 'output',
		of: {
			documents: ['Documents', 'One item per input file, with its state, its rows and the file itself'],
			files: ['Files', 'The XLSX, CSV or JSON file of each extraction', notInTool({})],
			invoices: ['Invoices with Lines', 'One item per invoice with its rows as lines, ready for an ERP'],
			rows: ['Rows', 'One item per row, ready for a sheet or a database'],
			summary: ['Summary', 'One item per extraction, with its pages, notes, reviews and credits'],
		},
		default: 'rows',
		description: 'What to output',
	}),
	...invoiceChoice({ show: { output: ['invoices'] } }),
	separateReview: showForWay(separateReview, 'invoices', 'rows'),
	formats: showForWay(formats, 'files'),
	fieldName: showForWay(outputField, 'files'),
};

const grouping = { groupFiles: groupFilesInto('extraction') };

/** What a run finds an earlier extraction by. A tool has the identity of its contents, whatever is set. */
const preventDuplicates = {
	by: choice({
		displayName: 'Prevent Duplicates By',
		name: 'preventDuplicates',
		...notInTool({}),
		of: {
			files: [
				'File Contents',
				'The same files return their earlier rows in any execution, whatever they are called',
			],
			execution: [
				'Execution',
				'A retry of the node charges nothing twice. A new execution, or one that crashed, extracts again.',
			],
			own: ['My Own ID', 'Your own ID or text, such as the message ID of an email'],
		},
		default: 'files',
		description:
			'How a run finds an earlier extraction of the same request. It then uploads nothing and costs nothing.',
	}),
	ownId: ownId({
		displayName: SUBMISSION_ID,
		name: 'submissionId',
		...notInTool({ displayOptions: { show: { preventDuplicates: ['own'] } } }),
		description:
			'Any text that identifies this document or email. A second run with the same text and files returns the earlier rows and costs nothing.',
		hint: 'With All Items Together, all items need the same ID',
	}),
};

/** The colors work in XLSX files alone. */
const onlyInFiles = <T>(color: Param<T>): Param<T> =>
	shownAs(color, { displayOptions: { show: { '/output': ['files'] } } });

const options = {
	...SUBMISSION_OPTIONS,
	affectedFieldFillColor: onlyInFiles(SUBMISSION_OPTIONS.affectedFieldFillColor),
	reviewNeededFillColor: onlyInFiles(SUBMISSION_OPTIONS.reviewNeededFillColor),
	cancelWhenStopped: toggle({
		displayName: 'Cancel on Stop',
		name: 'cancelWhenStopped',
		default: false,
		description:
			'Whether to cancel the extraction if you stop the execution. Otherwise it continues at the service and is charged.',
	}),
	ifPagesFail: choice({
		displayName: 'If Pages Fail',
		name: 'ifPagesFail',
		of: {
			continue: [
				'Continue',
				'Output the rows of the other pages. A note on the node and the summary name the failed pages.',
			],
			fail: ['Fail', 'Fail the item of the document. The error names the pages.'],
		},
		default: 'fail',
		description:
			'What to do if pages of a document cannot be read. If Separate Rows That Need Review is on, these pages go to its output and nothing fails.',
	}),
	maximumFiles: ifAdded(
		number(
			notInTool({
				displayName: 'Maximum Files per Run',
				name: 'maximumFiles',
				min: 1,
				default: 100,
				description:
					'How many files a run may have. If it has more, nothing is sent, and the error names their number and your credits.',
			}),
		),
	),
	waitMs: maximumWait(
		60,
		'How long to wait for an extraction to finish. After that, the node fails with its ID and the extraction continues at the service.',
	),
};

const IF_ROWS_OUTPUT = { displayOptions: { show: { '/output': ['documents', 'invoices', 'rows'] } } };

/** Options about the outputs. */
const outputOptions = {
	addRowId: shownAs(addRowId, IF_ROWS_OUTPUT),
	columnNames: shownAs(columnNames, IF_ROWS_OUTPUT),
	keepSourceFile: toggle(
		notInTool({
			displayName: 'Keep Source File',
			name: 'keepSourceFile',
			default: false,
			displayOptions: { show: { '/output': ['invoices', 'rows'] } },
			description:
				'Whether to add the source file to the item of each row or invoice, in the binary field that it came in',
		}),
	),
	questions: choice({
		displayName: 'If the Service Is Unsure',
		name: 'questions',
		noDataExpression: true,
		of: {
			none: ['Let the Service Decide', 'The service decides by itself and notes its assumptions'],
			accept: [
				'Accept Recommendations',
				'The service may ask. The node answers each question as the service recommends.',
			],
			ask: [
				'Ask Me (Extra Output)',
				'The service may ask. An item with its questions goes to the output Questions.',
				notInTool({}),
			],
		},
		default: 'none',
		description: 'What to do if the service is unsure how to read the documents',
	}),
	unsupportedFiles,
};

/** What to extract first, then from which files. What most users leave as it is stands in the options. */
export const extractDocumentsProperties: INodeProperties[] = propertiesOf(
	{ ...promptParameters, ...output, ...inputFiles },
	{ ...grouping, ...preventDuplicates, ...options, ...outputOptions, ...fileOptions },
);

function checkSubmissionId(context: IExecuteFunctions, itemIndex: number): Checked<IdChoice> {
	// A model calls again with the same documents, and each call is a run of its own, whose execution and ID say nothing.
	if (isTool(context)) return valid({ from: 'files' });
	const checked = checkItem(context, itemIndex, {}, preventDuplicates);
	if (!checked.ok) return checked;
	const { by, ownId } = checked.value;
	if (by !== 'own') return valid({ from: by });
	if (ownId !== '') return valid({ from: by, id: ownId });
	const text = `No ID is given. Add the option and enter one, or change ${preventDuplicates.by.property.displayName}`;
	return invalid({ parameter: SUBMISSION_ID, text });
}

/** What one request asks for. */
export interface RunRequest extends Values<typeof options> {
	prompt: Prompt;
	outputStructure: OutputStructure;
	submissionId: IdChoice;
}

/** Reads and checks what a request asks for: the parameters of its first item ("Submit an extraction"). */
export function checkAsked(
	context: IExecuteFunctions,
	itemIndex: number,
	earlier: EarlierRequests,
): Checked<RunRequest> {
	const prompt = checkPrompt(context, itemIndex, earlier);
	const submissionId = checkSubmissionId(context, itemIndex);
	const given = checkItem(context, itemIndex, {}, options);
	if (!prompt.ok || !submissionId.ok || !given.ok)
		return invalid(...ofItem(itemIndex, [prompt, submissionId, given].flatMap(problemsOf)));
	return valid({ ...given.value, ...prompt.value, submissionId: submissionId.value });
}

/** What of it decides the rows, by the display names of the parameters. */
export const asksOf = (asked: Checked<RunRequest>): Record<string, unknown> | undefined =>
	asked.ok
		? {
				Prompt: asked.value.prompt,
				'One Row Per': asked.value.outputStructure,
				Options: optionsThatDecide(asked.value, false),
				[SUBMISSION_ID]: asked.value.submissionId,
			}
		: undefined;

/** How files become extractions. @throws InputProblems */
export const groupingOf = (context: IExecuteFunctions): Grouping =>
	// An agent names the links of one item, in other sets each time.
	isTool(context) ? 'perFile' : readItem(context, 0, {}, grouping).groupFiles;

/** What the outputs are like; the same for all items, because outputs belong to the node. */
export type Output = Values<typeof output> & Values<typeof outputOptions>;

/** Reads and checks what the outputs are like: the values of the first item count. */
export function checkOutput(context: IExecuteFunctions): Checked<Output> {
	const given = checkItem(context, 0, output, outputOptions);
	if (!given.ok) return given;
	const isSeparate = isTool(context) || given.value.separateReview;
	return valid({ ...given.value, separateReview: givesRows(given.value) && isSeparate });
}

/** Whether what comes out is made of the rows alone. */
export const givesRows = ({ kind }: Pick<Output, 'kind'>): boolean => kind === 'rows' || kind === 'invoices';

/** The request for the files of a batch. */
export const requestFor = (
	asked: RunRequest,
	files: SessionFile[],
	mayAskQuestions: boolean,
): Batch['request'] => ({
	task_name: taskName(
		asked.taskName,
		files.map(({ sessionName }) => sessionName),
	),
	prompt: asked.prompt,
	output_structure: asked.outputStructure,
	options: submissionOptions(asked, mayAskQuestions),
});

import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import type { OutputFormat } from '../api/extractions';
import { invalid, valid, type Checked } from '../shared/problems';
import { choiceProblems } from './choices';
import { isTool } from './execution';
import { notInTool } from './inTool';
import { readNumber } from './numbers';

export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Whether to simplify the output for an item. */
export const readSimplify = (context: IExecuteFunctions, itemIndex: number): boolean =>
	context.getNodeParameter(simplifyProperty.name, itemIndex, simplifyProperty.default) !== false;

/** Shared by the operations that output rows; it adds the node's second output. */
export const separateReviewProperty: INodeProperties = notInTool({
	displayName: 'Separate Rows That Need Review',
	name: 'separateReview',
	type: 'boolean',
	default: false,
	description: 'Whether to send rows that need review to a second output, with the reason',
});

/**
 * Whether rows that need review are kept apart. It is the same for all items: outputs belong to the node. An agent sees no notes, so for
 * it they always are, to be marked.
 */
export const readSeparateReview = (context: IExecuteFunctions): boolean =>
	isTool(context) ||
	context.getNodeParameter(separateReviewProperty.name, 0, separateReviewProperty.default) === true;

const limitProperty: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	// A tool has no Return All.
	displayOptions: { hide: { returnAll: [true] } },
	default: 50,
	description: 'Max number of results to return',
};

const returnAllProperty: INodeProperties = notInTool({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

/** How many results come out, unless somebody wants others. A tool gives no more: its model pays for each character that it reads. */
export const USUAL_LIMIT = Number(limitProperty.default);

export const AT_MOST_IN_TOOL = `A tool gives at most ${USUAL_LIMIT} at once.`;

/** All results, or up to a limit. */
export const returnAllProperties: INodeProperties[] = [returnAllProperty, limitProperty];

/** The most results to return, undefined for all of them. @throws InputProblems */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
	const given = ({ name, default: otherwise }: INodeProperties): unknown =>
		context.getNodeParameter(name, itemIndex, otherwise);
	if (given(returnAllProperty) === true) return isTool(context) ? USUAL_LIMIT : undefined;
	const limit = readNumber(given(limitProperty), { parameter: limitProperty.displayName, min: 1 });
	return isTool(context) ? Math.min(limit, USUAL_LIMIT) : limit;
}

/** The files that an extraction can have. */
export const FORMAT_OPTIONS = [
	{ name: 'CSV', value: 'csv' },
	{ name: 'JSON', value: 'json' },
	{ name: 'XLSX', value: 'xlsx' },
] satisfies Array<{ name: string; value: OutputFormat }>;

export const formatsProperty: INodeProperties = {
	displayName: 'File Formats',
	name: 'formats',
	type: 'multiOptions',
	options: FORMAT_OPTIONS,
	required: true,
	default: ['xlsx'],
	description: 'Which file formats to output',
};

/** The chosen formats, each once. */
export function checkFormats(given: unknown): Checked<OutputFormat[]> {
	const parameter = formatsProperty.displayName;
	if (Array.isArray(given) && given.length === 0)
		return invalid({ parameter, text: 'No file format is selected. Select at least one' });
	const problems = choiceProblems(formatsProperty, given);
	return problems.length > 0 ? invalid(...problems) : valid([...new Set(given as OutputFormat[])]);
}

export const outputFieldProperty: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputFieldName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the output field to put the file in. If there are several, the format is added, such as data_xlsx.',
};

/** The name of the binary field for the output files. */
export function checkOutputField(given: unknown): Checked<string> {
	const fieldName = String(given ?? '').trim();
	if (fieldName !== '') return valid(fieldName);
	return invalid({ parameter: outputFieldProperty.displayName, text: 'The name of the field is empty' });
}

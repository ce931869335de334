import { NodeConnectionTypes, type ExpressionString, type INodeExecutionData } from 'n8n-workflow';
import type { ItemsByOutput } from './operation';

interface ExtraOutput {
	key: Exclude<keyof ItemsByOutput, 'main'>;
	/** On the canvas. */
	displayName: string;
	/** When the node has it, as an expression of n8n. */
	when: string;
}

/** The outputs after the first one, in their order. */
const EXTRA_OUTPUTS: ExtraOutput[] = [
	{
		key: 'review',
		displayName: 'Review',
		when: "$parameter.separateReview === true && ['extractDocuments', 'getRows'].includes($parameter.operation)",
	},
	{
		key: 'questions',
		displayName: 'Questions',
		when: "$parameter.operation === 'extractDocuments' && $parameter.options?.questions === 'ask'",
	},
	{
		key: 'unsupported',
		displayName: 'Unsupported',
		when: "$parameter.operation === 'extractDocuments' && $parameter.options?.unsupportedFiles === 'output'",
	},
];

/** What the first output holds if not rows, by the Output of Extract Documents. */
const FIRST = JSON.stringify({
	invoices: 'Invoices',
	documents: 'Documents',
	summary: 'Summary',
	files: 'Files',
});

const extraNames = EXTRA_OUTPUTS.map(({ displayName, when }) => `...(${when} ? ['${displayName}'] : [])`);

/** One output, and a further one for each that the user has asked for. */
export const NODE_OUTPUTS: ExpressionString = `={{
	((extra) => extra.length === 0
		? ['${NodeConnectionTypes.Main}']
		: [(${FIRST})[$parameter.rowsOutput ?? $parameter.output] ?? 'Rows', ...extra].map((displayName) => ({ type: '${NodeConnectionTypes.Main}', displayName }))
	)([${extraNames.join(', ')}])
}}`;

/** Says of an item that is no row what an agent has to know, as rows do in `review_message`. */
const withMessage = (item: INodeExecutionData, review_message: string): INodeExecutionData => ({
	...item,
	json: { ...item.json, review_message },
});

/** Newer versions of n8n hand the files of a tool's items to the model, which would pay for whole documents. */
const withoutFile = (item: INodeExecutionData): INodeExecutionData => ({ ...item, binary: undefined });

/** All items in one output, without files: an AI agent gets no other. */
export const inOneOutput = ({
	main,
	review = [],
	questions = [],
	unsupported = [],
}: ItemsByOutput): INodeExecutionData[] =>
	[
		...main,
		...review,
		...questions.map((item) =>
			withMessage(
				item,
				`The service asks before it goes on. Call Answer: Submit with extraction_id ${item.json.extraction_id}.`,
			),
		),
		...unsupported.map((item) => withMessage(item, `This file was not extracted. ${item.json.next_step}`)),
	].map(withoutFile);

/** The items of each output, as n8n wants them. Each is a list of its own: n8n empties what it gets, which must not be the input. */
export const byOutput = (items: ItemsByOutput): INodeExecutionData[][] => [
	[...items.main],
	...EXTRA_OUTPUTS.flatMap(({ key }) => (items[key] ? [[...items[key]]] : [])),
];

import type { INodeParameters } from 'n8n-workflow';
import type { NodeLike, WorkflowLike } from '../engine';
import { NODE_TYPE } from './compiledPackage';

/** The nodes of the demo's workflow, from top to bottom, which is the order they run in. */
export const NODES = {
	documents: 'Documents',
	creditsBefore: 'Credits Before',
	rows: 'Extract Rows',
	creditsBetween: 'Credits Between',
	spreadsheet: 'Get Spreadsheet',
	creditsAfter: 'Credits After',
} as const;

const FIELDS: Array<[name: string, instructions: string]> = [
	['Invoice Number', 'As printed, without words such as "No."'],
	['Supplier', 'Who issued the document'],
	['Invoice Date', ''],
	['Net Amount', 'Before tax'],
	['VAT', 'The amount of tax'],
	['Total', 'Including tax; negative on a credit note'],
	['Currency', 'The three-letter code'],
];

export const COLUMNS = FIELDS.map(([name]) => name);

const extraction = (submissionId: string, more: INodeParameters): INodeParameters => ({
	resource: 'extraction',
	operation: 'extractDocuments',
	promptType: 'fields',
	fieldsToExtract: FIELDS.map(([name, instructions]) => `${name}: ${instructions}`).join('\n'),
	outputStructure: 'per_invoice',
	options: {
		taskName: 'Demo',
		ifPagesFail: 'continue',
		groupFiles: 'forAllItems',
		preventDuplicates: 'own',
		submissionId,
	},
	...more,
});

/**
 * Documents in; rows out of one node, the spreadsheet out of another. Both share a Submission ID, so the second finds the
 * extraction of the first. The balance is read around them, to see what each was charged.
 */
export function demoWorkflow(submissionId: string): WorkflowLike {
	const balance: Omit<NodeLike, 'name'> = {
		type: NODE_TYPE,
		executeOnce: true,
		parameters: { resource: 'credit', operation: 'getBalance' },
	};
	const branches: NodeLike[] = [
		{ name: NODES.creditsBefore, ...balance },
		{
			name: NODES.rows,
			type: NODE_TYPE,
			parameters: extraction(submissionId, { output: 'rows', separateReview: true }),
		},
		{ name: NODES.creditsBetween, ...balance },
		{
			name: NODES.spreadsheet,
			type: NODE_TYPE,
			parameters: extraction(submissionId, { output: 'files', formats: ['xlsx'] }),
		},
		{ name: NODES.creditsAfter, ...balance },
	];
	return {
		name: 'Documents to rows',
		nodes: [
			{ name: NODES.documents, type: 'n8n-nodes-base.manualTrigger', position: [0, 0] },
			...branches.map((node, index): NodeLike => ({ ...node, position: [220, index * 120] })),
		],
		connections: {
			[NODES.documents]: {
				main: [branches.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }))],
			},
		},
	};
}

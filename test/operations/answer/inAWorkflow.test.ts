import type { INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import { byId } from '../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { DATES, NAMES } from '../../support/operations/openQuestions';
import { NODE_TYPE } from '../../support/names';

const ID = byId('={{ $json.extraction_id }}');

const STEPS: Record<string, INodeParameters> = {
	Extract: {
		resource: 'extraction',
		operation: 'extractDocuments',
		prompt: 'Invoice number and date',
		outputStructure: 'per_invoice',
		options: { questions: 'ask' },
	},
	Ask: { resource: 'answer', operation: 'getQuestions', extractionId: ID },
	Answer: {
		resource: 'answer',
		operation: 'submit',
		answersFrom: 'items',
		answers: '={{ { question_id: $json.question_id, accept_recommended: true } }}',
	},
	Wait: { resource: 'extraction', operation: 'wait', extractionId: ID },
	Rows: { resource: 'extraction', operation: 'getRows', extractionId: ID },
};

describe('Questions in a workflow of operations that feed one another', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode({ limits: 'off' });
	});
	afterAll(async () => await node.close());

	it('are handed out, answered one by one, and followed by the rows', async () => {
		node.sandbox.control.planExtractions([{ questions: [[DATES, NAMES]] }]);
		const pdf = await makeInvoicePdf({ number: 'Q-1' });
		const data = await node.engine.storeFile(pdf, 'invoice.pdf', 'application/pdf');
		const names = ['Start', ...Object.keys(STEPS)];
		const run = await node.engine.run(
			{
				nodes: [
					{ name: 'Start', type: 'engine.start' },
					...Object.entries(STEPS).map(([name, parameters]) => ({ name, type: NODE_TYPE, parameters })),
				],
				connections: Object.fromEntries(
					names.slice(0, -1).map((name, index) => [
						name,
						{
							main: [
								// Questions leave Extract Documents by its second output.
								...(name === 'Extract' ? [[]] : []),
								[{ node: names[index + 1]!, type: NodeConnectionTypes.Main, index: 0 }],
							],
						},
					]),
				),
			},
			{ input: [{ json: {}, binary: { data } }] },
		);
		expect(run.error).toBeUndefined();
		expect(run.output('Ask').map(({ json }) => json.question_id)).toEqual(['date_order', 'names']);
		expect(run.output('Answer')).toMatchObject([
			{ json: { answers_sent: 2, open_questions: 0 }, pairedItem: [{ item: 0 }, { item: 1 }] },
		]);
		expect(run.output('Rows').map(({ json }) => json['Invoice Number'])).toEqual(['Q-1']);
		const answers = node.sandbox.control.requests().filter(({ endpoint }) => endpoint.endsWith('/answers'));
		expect(answers).toHaveLength(2);
	});
});

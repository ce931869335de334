import type { INodeExecutionData } from 'n8n-workflow';
import { outputsOf } from '../../../../nodes/DocumentDataExtraction/actions/extraction/reviewInForm/outputs';
import { keepsAllOutputs } from '../../../../nodes/DocumentDataExtraction/shared/n8nFeatures';
import type { ReviewedRows } from '../../../../nodes/DocumentDataExtraction/extraction/review/reviewedRows';
import { byId, startOperation } from '../../../support/fixtures/operationFixture';

describe('Separate Rejected Rows', () => {
	const operation = startOperation('reviewInForm', 'extraction');

	it('is refused before anybody reviews in an n8n that would drop them, such as this one', async () => {
		const { extraction_id } = operation.control.createExtraction({ rowCount: 1 });
		const run = await operation.run({ extractionId: byId(extraction_id), separateRejected: true });
		expect(run.error?.message).toMatch(/Separate Rejected Rows: This version of n8n would drop/);
		expect(run.error?.description).toMatch(/Update n8n to 2\.39 or newer/);
		expect(run.items).toEqual([]);
		expect(operation.control.requests()).toEqual([]);
	});

	it('is accepted from n8n 2.39.0 on, which keeps the outputs of a node that has waited', () => {
		// What n8n-workflow 2.39.0, 2.39.3, 2.40.1 and 2.41.0 export and 2.38.1 does not.
		expect(keepsAllOutputs({ N8N_NODES_API_VERSION: 1 })).toBe(true);
		expect(keepsAllOutputs({ WAIT_INDEFINITELY: new Date() })).toBe(false);
	});

	const decision = (name: 'accepted' | 'rejected', row: Record<string, string>) => ({
		decision: name,
		row,
		correctedFields: [],
	});
	const REVIEWED = {
		rows: new Map([
			[1, { Number: 'A-1' }],
			[2, { Number: 'A-2' }],
			[3, { Number: 'A-3' }],
		]),
		concerns: new Map(),
		decided: new Map([
			[2, decision('rejected', { Number: 'A-2' })],
			[3, decision('accepted', { Number: 'A-3' })],
		]),
	} as unknown as ReviewedRows;
	const numbersIn = (withAllRows: boolean, separateRejected: boolean) => {
		const how = { linkRow: () => ({ item: 0 }), withAllRows, separateRejected, others: [] };
		const outputs = outputsOf(REVIEWED, how);
		return Object.fromEntries(
			Object.entries<INodeExecutionData[]>({ ...outputs }).map(([output, items]) => [
				output,
				items.map(({ json }) => json.Number),
			]),
		);
	};

	it('keeps the rejected rows apart, and every row in one output', () => {
		expect(numbersIn(true, true)).toEqual({ main: ['A-1', 'A-3'], rejected: ['A-2'] });
		expect(numbersIn(false, true)).toEqual({ main: ['A-3'], rejected: ['A-2'] });
		expect(numbersIn(true, false)).toEqual({ main: ['A-1', 'A-2', 'A-3'] });
	});
});

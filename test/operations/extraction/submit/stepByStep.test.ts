import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startOperation } from '../../../support/fixtures/operationFixture';
import { invoiceItems } from '../../../support/operations/extractDocuments';
import { COMPLETE, SESSIONS, STATUS } from '../../../support/endpoints';

describe('Upload Files, Submit, Wait and Get Rows, one after the other', () => {
	const fixture = startOperation('submit', 'extraction', { processingMs: 30 });

	const step = async (
		operation: string,
		input: INodeExecutionData[],
		more: INodeParameters = {},
	): Promise<INodeExecutionData[]> => {
		const resource = operation === 'uploadFiles' ? 'uploadSession' : 'extraction';
		const run = await fixture.run(
			{ resource, operation, ...more },
			{ input, onError: 'continueRegularOutput' },
		);
		return run.items.map(({ json }) => ({ json }));
	};
	const upload = async (input: INodeExecutionData[]) =>
		await step('uploadFiles', input, { groupFiles: 'perItem' });
	const submit = async (input: INodeExecutionData[]) =>
		await step('submit', input, { prompt: 'Invoice number' });
	const byItem = (name: string) => ({
		[name]: { __rl: true, mode: 'id', value: `={{ $json.extraction_id }}` },
	});

	it.each(['wait', 'getStatus', 'getRows'])(
		'%s has patience with an extraction that the service does not know everywhere yet',
		async (operation) => {
			const [sent] = await submit(await upload(await invoiceItems(fixture.node, `P-${operation}`)));
			expect(sent!.json.submitted_at).toEqual(expect.any(String));
			await fixture.control.advanceClock(1000);
			fixture.control.addFault({ endpoint: STATUS, kind: 'error', code: 'EXTRACTION_NOT_FOUND', count: 2 });
			const [found] = await step(operation, [sent!], byItem('extractionId'));
			expect(found!.json.error).toBeUndefined();
		},
	);

	it('an item that failed keeps its first reason, and the others go on', async () => {
		fixture.control.addFault({ endpoint: SESSIONS, kind: 'error', code: 'FORBIDDEN', after: 1 });
		const uploaded = await upload(await invoiceItems(fixture.node, 'F-1', 'F-2'));
		const failedAt = uploaded.findIndex(({ json }) => json.error);
		expect(failedAt).toBeGreaterThanOrEqual(0);
		const submitted = await submit(uploaded);
		const waited = await step('wait', submitted, byItem('extractionId'));
		const rows = await step('getRows', waited, byItem('extractionId'));
		for (const items of [uploaded, submitted, waited, rows])
			expect(items[failedAt]!.json).toEqual(uploaded[failedAt]!.json);
		expect((uploaded[failedAt]!.json.error as IDataObject).code).toBe('FORBIDDEN');
		expect(rows[1 - failedAt]!.json['Invoice Number']).toMatch(/^F-/);
	});

	it('the same files under a session that the service has given up are the same submission', async () => {
		const input = await invoiceItems(fixture.node, 'G-1');
		fixture.control.addFault({ endpoint: COMPLETE, kind: 'error', code: 'UPLOAD_ID_NOT_FOUND' });
		const uploads = [await upload(input)];
		const [first] = await submit(uploads[0]!);
		await fixture.control.advanceClock(1000);
		uploads.push(await upload(input));
		const [again] = await submit(uploads[1]!);
		const sessions = uploads.map(([item]) => item!.json.upload_session_id);
		expect(new Set(sessions).size).toBe(2);
		expect(again!.json.extraction_id).toBe(first!.json.extraction_id);
	});
});

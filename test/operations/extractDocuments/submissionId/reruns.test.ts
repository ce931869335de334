import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	countOf,
	fileIdIn,
	extract,
	invoiceItems,
	traced,
} from '../../../support/operations/extractDocuments';
import { hintsOf } from '../../../support/items';
import { COMPLETE, DETAILS, PARTS, RESULTS, SESSIONS, STATUS, SUBMIT } from '../../../support/endpoints';

describe('Extract Documents: a run after another with the same Submission ID', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;
	const options = { submissionId: 'mail-1' };
	const numbersOf = (items: INodeExecutionData[]) => items.map(({ json }) => json['Invoice Number']);

	it('collects what is done with few calls, however many files there are', async () => {
		const input = await invoiceItems(node, ...Array.from({ length: 50 }, (_, index) => `M-${index + 100}`));
		const first = await extract(node, { input, options });
		expect(first.items).toHaveLength(50);
		control().clearRequests();
		const second = await extract(node, { input, options });
		expect(second.items).toEqual(first.items);
		expect(chargesOf(node)).toEqual([50]);
		// One file shows that an earlier run was here.
		expect(countOf(node, SESSIONS, PARTS, SUBMIT, DETAILS, STATUS, RESULTS)).toEqual([1, 1, 1, 1, 1, 1]);
		expect(control().requests()).toHaveLength(6);
	});

	it('uploads exactly what the service says is missing', async () => {
		const numbers = Array.from({ length: 20 }, (_, index) => `M-${index + 10}`);
		const input = await invoiceItems(node, ...numbers);
		control().addFault({ endpoint: COMPLETE, kind: 'error', code: 'FORBIDDEN', after: 15, count: 99 });
		expect((await extract(node, { input, options })).error).toBeDefined();
		control().clearFaults();
		const states = control().sessions()[0]!.files;
		const missing = states.filter(({ state }) => state !== 'completed').map(({ file_id }) => file_id);
		control().clearRequests();
		const run = await extract(node, { input, options });
		expect(numbersOf(run.items)).toEqual(numbers);
		const completedNow = control()
			.requests()
			.flatMap(({ endpoint, fileId }) => (endpoint === COMPLETE ? [fileId] : []));
		expect(new Set(completedNow)).toEqual(new Set(missing));
		expect(chargesOf(node)).toEqual([20]);
	});

	it('collects what is done and paid although no credits are left', async () => {
		const input = await invoiceItems(node, 'M-1', 'M-2');
		const first = await extract(node, { input, options });
		control().setCredits({ balance: 0 });
		control().configure({ creditsForExistingSessions: true });
		const second = await extract(node, { input, options });
		expect(second.error).toBeUndefined();
		expect(second.items).toEqual(first.items);
	});

	it('says that credits are missing where nothing is done, and leaves nothing behind', async () => {
		control().setCredits({ balance: 1 });
		const run = await extract(node, { input: await invoiceItems(node, 'M-1', 'M-2'), options });
		expect(run.error?.message).toMatch(/^Not enough credits: 2 needed, 1 available/);
		expect(control().extractions()).toEqual([]);
	});

	it('collects what is done although the upload session is gone', async () => {
		const input = await invoiceItems(node, 'M-1', 'M-2');
		const first = await extract(node, { input, options });
		control().abortFile({ upload_session_id: 'mail-1', file_id: fileIdIn(node, 'mail-1', 2) });
		control().clearRequests();
		const second = await extract(node, { input, options });
		expect(second.items).toEqual(first.items);
		expect(countOf(node, SESSIONS, 'PUT part')).toEqual([1, 0]);
		expect(chargesOf(node)).toEqual([2]);
	});

	it('goes on in a new session where the submission finds the old one gone', async () => {
		// Its files are complete, and it is lost before it is submitted.
		control().addFault({ endpoint: SUBMIT, kind: 'error', code: 'FORBIDDEN' });
		const input = await invoiceItems(node, 'M-1');
		expect((await extract(node, { input, options })).error).toBeDefined();
		const file_id = fileIdIn(node, 'mail-1', 1);
		await control().loseFile({ upload_session_id: 'mail-1', file_id, forget: true });
		const run = await extract(node, { input, options });
		expect(traced(run.items)).toEqual([['M-1', 'M-1.pdf (Page 1)', 0]]);
		expect(chargesOf(node)).toEqual([1]);
	});

	it.each([
		['INVALID_INPUT', 400, []],
		['INVALID_INPUT', 400, [{ message: 'not all completed', path: ['file_ids'] }]],
		['A_LATER_CODE', 409, []],
	])('uploads what is missing where the service names none (%s, %d, %j)', async (code, status, issues) => {
		const input = await invoiceItems(node, 'M-1', 'M-2', 'M-3');
		control().addFault({ endpoint: COMPLETE, kind: 'error', code: 'FORBIDDEN', after: 1, count: 9 });
		expect((await extract(node, { input, options })).error).toBeDefined();
		control().clearFaults();
		control().addFault({ endpoint: SUBMIT, kind: 'error', code, status, details: { issues } });
		const run = await extract(node, { input, options });
		expect(numbersOf(run.items)).toEqual(['M-1', 'M-2', 'M-3']);
		expect(chargesOf(node)).toEqual([3]);
	});

	it('does not ask for ever where the service refuses files that it has called completed', async () => {
		control().addFault({
			endpoint: SUBMIT,
			kind: 'error',
			code: 'INVALID_INPUT',
			details: { issues: [{ message: 'is not completed', path: ['file_ids', 0] }] },
			count: 50,
		});
		const run = await extract(node, { input: await invoiceItems(node, 'M-1'), options });
		expect(run.error?.message).toMatch(/^The service lost a file that was uploaded: .*M-1\.pdf$/);
		expect(countOf(node, SUBMIT)[0]).toBeLessThanOrEqual(3);
	});

	it('reports a prompt that the service refuses without uploading anything again', async () => {
		const input = await invoiceItems(node, 'M-1');
		await extract(node, { input, options });
		control().clearRequests();
		const issues = [{ message: 'is too long', path: ['prompt'] }];
		control().addFault({ endpoint: SUBMIT, kind: 'error', code: 'INVALID_INPUT', details: { issues } });
		const run = await extract(node, { input, options });
		expect(run.error?.message).toMatch(/\(prompt: is too long\)/);
		expect(countOf(node, SUBMIT, 'PUT part')).toEqual([1, 0]);
	});

	it('says what it has used where an earlier run only uploaded, and an extraction is seconds old', async () => {
		const fixture = await startNode({ processingMs: 1500 });
		const input = await invoiceItems(fixture, 'R-9');
		const options = { submissionId: 'only-uploaded' };
		fixture.sandbox.control.addFault({ endpoint: SUBMIT, kind: 'error', code: 'UNAUTHENTICATED' });
		expect((await extract(fixture, { input, options })).error).toBeDefined();
		const run = await extract(fixture, { input, options, mode: 'manual' });
		expect(hintsOf(run)).toEqual(['Credits used by this run: 1']);
		await fixture.close();
	});
});

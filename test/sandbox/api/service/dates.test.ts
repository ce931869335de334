import {
	download,
	put,
	startSandboxFixture,
	type Answer,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const DAY = 24 * 60 * 60_000;

describe('the Date header', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => (sandbox = await startSandboxFixture()));
	afterEach(() => sandbox.server.close());
	const dateOf = (answer: Answer) => Date.parse(answer.headers.get('date')!);
	/** How far an answer's Date is from the sandbox's time, in seconds. */
	const offset = (answer: Answer) =>
		Math.round(Math.abs(dateOf(answer) - sandbox.control.now().getTime()) / 1000);

	test.each([0, 40 * DAY, -40 * DAY])('follows the clock moved by %d ms, on every answer', async (moved) => {
		await sandbox.control.advanceClock(moved);
		const files = [{ file_id: 'a', file_name: 'a.pdf', file_size_bytes: 1 }];
		await sandbox.client.post('/uploads/sessions', { upload_session_id: 's', files });
		const parts = { file_id: 'a', part_numbers: [1] };
		const { body } = await sandbox.client.post('/uploads/sessions/s/parts', parts);
		sandbox.control.addFault({ endpoint: 'GET /credits/balance', kind: 'html' });
		const { url } = body.part_urls[0]!;
		for (const answer of [
			await sandbox.client.get('/extractions'),
			await sandbox.client.get('/extractions?limit=0'),
			await sandbox.client.get('/credits/balance'),
			await sandbox.client.get('/nowhere'),
			await sandbox.client.get('/%ZZ'),
			await sandbox.as('wrong').get('/extractions'),
			await put(url, Buffer.from('a')),
			await download(url.replace('uploads', 'outputs')),
		]) {
			expect(offset(answer)).toBeLessThan(5);
		}
	});

	test('is not before the creation that the answer tells of, but for the part of a second', async () => {
		const id = await sandbox.client.extract('a');
		const answer = await sandbox.client.get(`/extractions/${id}/details`);
		const created = Date.parse(answer.body.extraction.created_at as string);
		expect(dateOf(answer)).toBeGreaterThan(created - 1000);
		expect(dateOf(answer)).toBeLessThan(created + 5000);
	});
});

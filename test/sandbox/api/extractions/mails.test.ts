import {
	PROCESSING_MS,
	startSandboxFixture,
	type SandboxFixture,
} from '../../../support/fixtures/sandboxFixture';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const wanted = { options: { send_completion_email: true } };

describe('emails', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => {
		sandbox = await startSandboxFixture();
		sandbox.control.addKey({ key: sandbox.server.apiKey, email: 'owner@example.com' });
	});
	afterEach(() => sandbox.server.close());
	const about = () => sandbox.control.mails().map((mail) => mail.about);

	test('one goes out when an extraction that asked for it completes', async () => {
		sandbox.control.planExtractions([{ rows: 1 }, { rows: 1 }]);
		const id = await sandbox.client.extract('a', wanted);
		await sandbox.client.extract('b');
		expect(sandbox.control.mails()).toEqual([]);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(sandbox.control.mails()).toEqual([
			{
				at: expect.any(String),
				to: 'owner@example.com',
				about: 'completed',
				extraction_id: id,
				task_name: 'Invoices',
			},
		]);
	});

	test('one goes out when it fails while processing, and when it is cancelled', async () => {
		sandbox.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }, { rows: 1 }]);
		await sandbox.client.extract('a', wanted);
		const second = await sandbox.client.extract('b', wanted);
		await sandbox.client.post(`/extractions/${second}/cancel`);
		await sandbox.control.advanceClock(PROCESSING_MS);
		expect(about().sort()).toEqual(['cancelled', 'failed']);
	});

	test('none goes out for a submission refused before processing starts', async () => {
		sandbox.control.planExtractions([{ rows: 1 }, { fail: { code: 'CONCURRENT_TASK_LIMIT' } }]);
		sandbox.control.configure({ concurrentLimit: 2 });
		for (const name of ['a', 'b', 'c']) await sandbox.client.extract(name, wanted);
		const ids = await sandbox.client.upload('d', { 'd.pdf': Buffer.from('d') });
		sandbox.control.setCredits({ balance: 0 });
		sandbox.control.configure({ concurrentLimit: Infinity });
		await sandbox.client.submit('d', ids, wanted);
		sandbox.control.setCredits({ balance: 100 });
		await sandbox.control.advanceClock(PROCESSING_MS);
		const codes = sandbox.control.extractions().map(({ error }) => error?.code ?? null);
		expect(codes).toEqual([null, 'CONCURRENT_TASK_LIMIT', 'CONCURRENT_TASK_LIMIT', 'INSUFFICIENT_CREDITS']);
		expect(about()).toEqual(['completed']);
	});

	test('questions: after four minutes, and again before the deadline, whatever the options', async () => {
		sandbox.control.createExtraction({ status: 'input_required' });
		await sandbox.control.advanceClock(3 * MINUTE);
		expect(about()).toEqual([]);
		await sandbox.control.advanceClock(MINUTE);
		expect(about()).toEqual(['questions']);
		await sandbox.control.advanceClock(39 * HOUR);
		expect(about()).toEqual(['questions', 'questions_reminder']);
		await sandbox.control.advanceClock(HOUR);
		expect(about()).toEqual(['questions', 'questions_reminder']);
	});

	test('questions answered in time are not mentioned', async () => {
		const { extraction_id } = sandbox.control.createExtraction({ status: 'input_required' });
		const answers = [{ question_id: 'date_order', accept_recommended: true }];
		await sandbox.client.post(`/extractions/${extraction_id}/answers`, { answers });
		await sandbox.control.advanceClock(50 * HOUR);
		expect(about()).toEqual([]);
	});

	test('a history that a test makes up has been told already', () => {
		sandbox.control.createExtraction({ status: 'completed', options: { send_completion_email: true } });
		expect(about()).toEqual([]);
	});
});

import { PROCESSING_MS, startSandboxFixture, type SandboxFixture } from '../../support/sandboxFixture';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const wanted = { options: { send_completion_email: true } };

describe('emails', () => {
	let bench: SandboxFixture;
	beforeEach(async () => {
		bench = await startSandboxFixture();
		bench.control.addKey({ key: bench.sandbox.apiKey, email: 'owner@example.com' });
	});
	afterEach(() => bench.sandbox.close());
	const about = () => bench.control.mails().map((mail) => mail.about);

	test('one goes out when an extraction that asked for it completes', async () => {
		bench.control.planExtractions([{ rows: 1 }, { rows: 1 }]);
		const id = await bench.client.extract('a', wanted);
		await bench.client.extract('b');
		expect(bench.control.mails()).toEqual([]);
		await bench.control.advanceClock(PROCESSING_MS);
		expect(bench.control.mails()).toEqual([
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
		bench.control.planExtractions([{ fail: { code: 'ENCRYPTED_FILE' } }, { rows: 1 }]);
		await bench.client.extract('a', wanted);
		const second = await bench.client.extract('b', wanted);
		await bench.client.post(`/extractions/${second}/cancel`);
		await bench.control.advanceClock(PROCESSING_MS);
		expect(about().sort()).toEqual(['cancelled', 'failed']);
	});

	test('none goes out for a submission refused before processing starts', async () => {
		bench.control.planExtractions([{ rows: 1 }, { fail: { code: 'CONCURRENT_TASK_LIMIT' } }]);
		bench.control.configure({ concurrentLimit: 2 });
		for (const name of ['a', 'b', 'c']) await bench.client.extract(name, wanted);
		const ids = await bench.client.upload('d', { 'd.pdf': Buffer.from('d') });
		bench.control.setCredits({ balance: 0 });
		bench.control.configure({ concurrentLimit: Infinity });
		await bench.client.submit('d', ids, wanted);
		bench.control.setCredits({ balance: 100 });
		await bench.control.advanceClock(PROCESSING_MS);
		const codes = bench.control.extractions().map(({ error }) => error?.code ?? null);
		expect(codes).toEqual([null, 'CONCURRENT_TASK_LIMIT', 'CONCURRENT_TASK_LIMIT', 'INSUFFICIENT_CREDITS']);
		expect(about()).toEqual(['completed']);
	});

	test('questions: after four minutes, and again before the deadline, whatever the options', async () => {
		bench.control.createExtraction({ status: 'input_required' });
		await bench.control.advanceClock(3 * MINUTE);
		expect(about()).toEqual([]);
		await bench.control.advanceClock(MINUTE);
		expect(about()).toEqual(['questions']);
		await bench.control.advanceClock(39 * HOUR);
		expect(about()).toEqual(['questions', 'questions_reminder']);
		await bench.control.advanceClock(HOUR);
		expect(about()).toEqual(['questions', 'questions_reminder']);
	});

	test('questions answered in time are not mentioned', async () => {
		const { extraction_id } = bench.control.createExtraction({ status: 'input_required' });
		const answers = [{ question_id: 'date_order', accept_recommended: true }];
		await bench.client.post(`/extractions/${extraction_id}/answers`, { answers });
		await bench.control.advanceClock(50 * HOUR);
		expect(about()).toEqual([]);
	});

	test('a history that a test makes up has been told already', () => {
		bench.control.createExtraction({ status: 'completed', options: { send_completion_email: true } });
		expect(about()).toEqual([]);
	});
});

import type { INodeParameters } from 'n8n-workflow';
import { Client } from '../../../support/fixtures/sandboxFixture';
import { until } from '../../../support/until';
import { startOperation } from '../../../support/fixtures/operationFixture';
import { DETAILS, SUBMIT } from '../../../support/endpoints';
import { hintsOf, jsonOf } from '../../../support/items';

const HOUR = 3_600_000;

describe('Extraction: Submit with a Submission ID that was used before', () => {
	// These files are no documents: their extractions would fail as soon as they are read, and be passed over.
	const operation = startOperation('submit', 'extraction', { processingMs: HOUR });
	let session: { upload_session_id: string; file_ids: string[] };

	beforeAll(async () => {
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('march', { 'a.pdf': Buffer.from('a'), 'b.pdf': Buffer.from('b') });
		session = { upload_session_id: 'march', file_ids };
	});

	const submit = async (parameters: INodeParameters, settings: Parameters<typeof operation.run>[1] = {}) =>
		await operation.run(
			{ prompt: 'Invoice number and total', ...parameters },
			{ input: [{ json: session }], ...settings },
		);
	const submitted = () => operation.control.extractions().at(-1);
	const withId = (submissionId: string, more: INodeParameters = {}) =>
		submit({ ...more, options: { submissionId, ...(more.options as INodeParameters) } });

	it('says what the earlier request asked for otherwise', async () => {
		const first = await withId('again-1', { outputStructure: 'per_invoice' });
		const second = await withId('again-1', {
			prompt: 'Only the total',
			outputStructure: 'per_line_item',
			options: { outputLanguage: 'de', excludeColumns: ['source_file'] },
		});
		const { extraction_id, submission_id } = jsonOf(first.items)[0]!;
		expect(jsonOf(second.items)).toMatchObject([
			{
				extraction_id,
				submission_id,
				differences: ['prompt', 'output_structure', 'options.exclude_columns', 'options.output_language'],
			},
		]);
		expect(hintsOf(second)).toEqual([
			expect.stringMatching(/earlier extraction with this Submission ID.*different prompt, output_structure/),
		]);
	});

	it('says nothing of the kind where the request is the same', async () => {
		await withId('again-2');
		const second = await withId('again-2');
		expect(jsonOf(second.items)).toMatchObject([{ differences: [] }]);
		expect(second.hints('Node')).toEqual([]);
		expect(operation.asked()).toEqual([SUBMIT, DETAILS, SUBMIT, DETAILS]);
	});

	it('refuses other files, with the ID of the earlier extraction', async () => {
		const first = await withId('again-3');
		const second = await withId('again-3', { fileIds: 'file-1' });
		expect(second.error?.message).toMatch(
			/^This Submission ID was already used.*has the files a\.pdf, b\.pdf$/,
		);
		expect(second.error?.context).toMatchObject({ extraction_id: jsonOf(first.items)[0]?.extraction_id });
	});

	it('refuses files of other names', async () => {
		await withId('again-4');
		const client = new Client(operation.node.sandbox.baseUrl, operation.node.sandbox.apiKey);
		const file_ids = await client.upload('april', { 'c.pdf': Buffer.from('c'), 'd.pdf': Buffer.from('d') });
		const files = file_ids.map((file_id, index) => ({ file_id, file_name: ['c.pdf', 'd.pdf'][index]! }));
		const second = await submit(
			{ options: { submissionId: 'again-4' } },
			{ input: [{ json: { upload_session_id: 'april', file_ids, files } }] },
		);
		expect(second.error?.message).toMatch(/has the files a\.pdf, b\.pdf$/);
	});

	it('submits again where an earlier run left a failure', async () => {
		operation.control.planExtractions([{ processingMs: 300, fail: { code: 'INSUFFICIENT_CREDITS' } }]);
		const first = await withId('again-5');
		await operation.control.advanceClock(60_000);
		const second = await withId('again-5');
		expect(jsonOf(first.items)).toMatchObject([{ submission_id: 'again-5' }]);
		expect(jsonOf(second.items)).toMatchObject([
			{ submission_id: expect.stringMatching(/^again-5\.s2\.[0-9a-f]{12}$/), differences: [] },
		]);
		expect(submitted()).toMatchObject({ file_ids: session.file_ids });
	});

	it('submits again at once where the prompt of the failure was another', async () => {
		operation.control.planExtractions([{ processingMs: 300, fail: { code: 'PROMPT_UNCLEAR' } }]);
		await withId('again-7', { prompt: '?' });
		await until('the extraction to fail', () => submitted()?.status === 'failed');
		const second = await withId('again-7');
		expect(jsonOf(second.items)).toMatchObject([
			{ submission_id: expect.stringMatching(/^again-7\.s2\.[0-9a-f]{12}$/), differences: [] },
		]);
	});

	it.each(['failed', 'cancelled'])('says that what it finds is %s', async (status) => {
		const id = `ended-${status}`;
		const first = await withId(id);
		const { extraction_id } = jsonOf(first.items)[0]! as { extraction_id: string };
		operation.control.updateExtraction({ extraction_id, status });
		// However slow this machine is, the extraction is too young to be surely an earlier run's.
		const inAMinute = new Date(Date.now() + 60_000).toISOString();
		operation.node.alter(DETAILS, ({ extraction }) => (extraction.created_at = inAMinute));
		const second = await withId(id);
		expect(jsonOf(second.items)).toMatchObject([{ extraction_id, status, differences: [] }]);
		expect(hintsOf(second)).toEqual([
			expect.stringMatching(new RegExp(`with this Submission ID has the status ${status}\\.`)),
		]);
	});

	it('finds it where the service refuses to hand it out for another session', async () => {
		const first = await withId('again-6');
		const { extraction_id } = jsonOf(first.items)[0]!;
		operation.control.addFault({
			endpoint: SUBMIT,
			kind: 'error',
			code: 'SUBMISSION_ID_ALREADY_USED',
			status: 409,
			details: { extraction_id, differing_fields: ['upload_session_id'] },
		});
		const second = await withId('again-6');
		expect(jsonOf(second.items)).toMatchObject([{ extraction_id, submission_id: 'again-6' }]);
	});
});

import type { IDataObject } from 'n8n-workflow';
import { submissionId } from '../../../../nodes/DocumentDataExtraction/extraction/request/identity';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import {
	chargesOf,
	FROM_EARLIER,
	countOf,
	extract,
	fileIdIn,
	invoiceItems,
	traced,
} from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { DETAILS, STATUS, SUBMIT } from '../../../support/endpoints';
import { hintsOf } from '../../../support/items';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const secondsBefore = (time: string): string => new Date(Date.parse(time) - 20_000).toISOString();

describe('Extract Documents, with what an earlier run left under its Submission ID,', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	const control = () => node.sandbox.control;

	/** Failures that runs of another day left under the ID and the next ones of its series. */
	const leaveFailures = (id: string, fileName: string, count: number) =>
		control().createExtraction(
			Array.from({ length: count }, (_, index) => ({
				status: 'failed',
				error: { code: 'INTERNAL_ERROR', retryable: true },
				submission_id: submissionId(id, index + 1),
				file_names: [fileName],
				created_at: Date.now() - DAY + index * MINUTE,
			})),
		);

	it('passes over failures at once, without pause and whatever their number', async () => {
		leaveFailures('mail-1', 'E-1.pdf', 7);
		const input = await invoiceItems(node, 'E-1');
		const run = await extract(node, { input, options: { submissionId: 'mail-1' } });
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['E-1', 'E-1.pdf (Page 1)', 0]]);
		expect(chargesOf(node)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
		// The first pause alone would take two seconds, and seven of them minutes.
		const submitted = control()
			.requests()
			.filter(({ endpoint }) => endpoint === SUBMIT);
		const [first, last] = [submitted[0]!, submitted.at(-1)!].map(({ at }) => Date.parse(at));
		expect(last! - first!).toBeLessThan(2000);
		// That of the first is asked beside what the ID was used for, and cut off.
		expect(countOf(node, STATUS)).toEqual([2]);
	});

	it.each([5, 60])(
		'goes on after credits have been added, %d seconds after it failed for the lack of them',
		async (seconds) => {
			control().planExtractions([{ fail: { code: 'INSUFFICIENT_CREDITS' } }]);
			const input = await invoiceItems(node, 'E-2');
			const options = { submissionId: 'mail-2' };
			expect((await extract(node, { input, options })).error?.message).toMatch(/^Not enough credits/);
			await control().advanceClock(seconds * 1000);
			const run = await extract(node, { input, options });
			expect(traced(run.items)).toEqual([['E-2', 'E-2.pdf (Page 1)', 0]]);
			expect(chargesOf(node)).toEqual([0, 1]);
		},
	);

	it('passes over a failure at once where the prompt was corrected, also several times in a row', async () => {
		control().planExtractions(Array(5).fill({ fail: { code: 'PROMPT_UNCLEAR' } }));
		const input = await invoiceItems(node, 'E-12');
		const withPrompt = async (prompt: string) =>
			await extract(node, { input, parameters: { prompt }, options: { submissionId: 'mail-8' } });
		for (const prompt of ['?', 'It', 'The number', 'The number please', 'Invoice'])
			expect((await withPrompt(prompt)).error?.message).toMatch(/^The prompt is unclear/);
		const run = await withPrompt('Invoice number, supplier and total');
		expect(traced(run.items)).toEqual([['E-12', 'E-12.pdf (Page 1)', 0]]);
		expect(chargesOf(node)).toEqual([0, 0, 0, 0, 0, 1]);
	});

	it('fails with what an earlier run with another prompt left, where it fails only now, and passes over it then', async () => {
		control().planExtractions([{ processingMs: 5000, fail: { code: 'PROMPT_UNCLEAR' } }]);
		const input = await invoiceItems(node, 'E-14');
		const options = { submissionId: 'mail-10' };
		const first = { prompt: '?' };
		await extract(node, { input, parameters: first, options: { ...options, maximumWait: 0.001 } });
		const running = extract(node, { input, options });
		await until(
			'the second request for the details',
			() => countOf(node, 'GET /extractions/{extraction_id}/details')[0]! > 1,
		);
		await control().advanceClock(5000);
		const { error } = await running;
		expect(error?.message).toMatch(/^The prompt is unclear/);
		expect(error?.description).toMatch(/the same Submission ID and files skips/);
		const run = await extract(node, { input, options });
		expect(traced(run.items)).toEqual([['E-14', 'E-14.pdf (Page 1)', 0]]);
	});

	describe('submits a few times at most where the service makes its own failures look like those of others', () => {
		it.each<[string, (details: { created_at: string; prompt: unknown }) => void]>([
			['by a clock that is behind', (details) => (details.created_at = secondsBefore(details.created_at))],
			['by rewriting the prompt', (details) => (details.prompt = 'Rewritten')],
		])('%s', async (_how, alter) => {
			const error = { code: 'PROMPT_UNCLEAR', message: '', retryable: false, details: null };
			node.alter(
				DETAILS,
				({ extraction }) => {
					// It fails before the node has asked for the first time.
					Object.assign(extraction, { status: 'failed', error });
					alter(extraction);
				},
				Infinity,
			);
			const input = await invoiceItems(node, 'E-15');
			// Less than the two seconds of a first pause.
			const run = await extract(node, { input, options: { submissionId: 'mail-11', maximumWait: 0.03 } });
			expect(run.error?.message).toMatch(/^The prompt is unclear/);
			expect(countOf(node, 'POST /extractions')).toEqual([4]);
		});
	});

	it('collects what is done and paid even with a Maximum Wait that would not do for anything else', async () => {
		leaveFailures('mail-1', 'E-1.pdf', 4);
		const input = await invoiceItems(node, 'E-1');
		await extract(node, { input, options: { submissionId: 'mail-1' } });
		await control().advanceClock(MINUTE);
		const run = await extract(node, { input, options: { submissionId: 'mail-1', maximumWait: 0.001 } });
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([['E-1', 'E-1.pdf (Page 1)', 0]]);
		expect(chargesOf(node)).toEqual([0, 0, 0, 0, 1]);
	});

	describe('says what the earlier request asked for otherwise, and hands out its rows', () => {
		const first = { submissionId: 'mail-3', taskName: 'The first request' };
		const differencesOf = async (parameters: IDataObject, options: IDataObject = {}) => {
			const input = await invoiceItems(node, 'E-3');
			const before = await extract(node, { input, options: first });
			await control().advanceClock(MINUTE);
			const again = { ...first, ...options };
			const rows = await extract(node, {
				input,
				parameters: parameters as { prompt?: string },
				options: again,
			});
			expect(rows.items).toEqual(before.items);
			const summary = await extract(node, {
				input,
				parameters: { ...parameters, output: 'summary' },
				options: again,
			});
			expect(chargesOf(node)).toEqual([1]);
			expect(summary.items[0]?.json).toMatchObject({ task_name: 'The first request' });
			const hints = hintsOf(rows);
			return { differences: summary.items[0]?.json.differences, hints };
		};

		it.each<[string, IDataObject, IDataObject, string[]]>([
			['another prompt', { prompt: 'Only the total' }, {}, ['prompt']],
			['a prompt of fields', { promptType: 'fields', fieldsToExtract: 'Total' }, {}, ['prompt']],
			['another structure', { outputStructure: 'per_line_item' }, {}, ['output_structure']],
			['another language', {}, { outputLanguage: 'de' }, ['options.output_language']],
			['other columns', {}, { excludeColumns: ['review_needed'] }, ['options.exclude_columns']],
			['another Task Name', {}, { taskName: 'The second request' }, ['task_name']],
		])('%s', async (_what, parameters, options, differences) => {
			const told = await differencesOf(parameters, options);
			expect(told.differences).toEqual(differences);
			expect(told.hints).toEqual([
				expect.stringContaining('earlier request with the same Submission ID'),
				expect.stringMatching(FROM_EARLIER),
			]);
		});

		it('nothing, where the request is the same or leaves the structure to the service', async () => {
			const told = await differencesOf({
				prompt: ' Invoice number,  supplier and total\n',
				outputStructure: 'automatic',
			});
			expect(told).toEqual({ differences: [], hints: [expect.stringMatching(FROM_EARLIER)] });
		});
	});

	it('finds the extraction where a newer service refuses to hand it out for the next session', async () => {
		control().configure({ newer: true });
		const input = await invoiceItems(node, 'E-6');
		const options = { submissionId: 'mail-5' };
		const first = await extract(node, { input, options });
		control().abortFile({ upload_session_id: 'mail-5', file_id: fileIdIn(node, 'mail-5', 1) });
		const second = await extract(node, { input, options });
		expect(second.error).toBeUndefined();
		expect(second.items).toEqual(first.items);
		expect(chargesOf(node)).toEqual([1]);
	});

	it('hands out what a newer service refuses to, with what differs, where only the prompt is another', async () => {
		control().configure({ newer: true });
		const input = await invoiceItems(node, 'E-7');
		const options = { submissionId: 'mail-6' };
		await extract(node, { input, options });
		const parameters = { prompt: 'Only the total', output: 'summary' };
		const second = await extract(node, { input, parameters, options });
		expect(second.items[0]?.json).toMatchObject({ differences: ['prompt'] });
		expect(chargesOf(node)).toEqual([1]);
	});

	describe('only under a new ID', () => {
		const options = { submissionId: 'mail-7' };

		it('what somebody cancelled is extracted again', async () => {
			const input = await invoiceItems(node, 'E-8');
			control().planExtractions([{ processingMs: DAY }]);
			await extract(node, { input, options: { ...options, maximumWait: 0.001 } });
			const { extraction_id } = control().extractions()[0]!;
			control().updateExtraction({ extraction_id, status: 'cancelled' });
			await control().advanceClock(MINUTE);
			const refused = await extract(node, { input, options });
			expect(refused.error?.message).toMatch(/^The extraction was cancelled/);
			expect(refused.error?.description).toMatch(
				/at new cost, .* and use a new Submission ID for this request alone\. /,
			);
			expect(refused.error?.description).not.toMatch(/to continue where this run stopped/);
			expect(refused.error?.context).toMatchObject({ extraction_id });
			const run = await extract(node, { input, options: { submissionId: 'mail-7-again' } });
			expect(traced(run.items)).toEqual([['E-8', 'E-8.pdf (Page 1)', 0]]);
			expect(chargesOf(node)).toEqual([0, 1]);
		});

		it('what has expired is extracted again', async () => {
			const input = await invoiceItems(node, 'E-9');
			const first = await extract(node, { input, options });
			await control().advanceClock(91 * DAY);
			const refused = await extract(node, { input, options });
			expect(refused.error?.message).toMatch(/^The rows and files have expired/);
			expect(refused.error?.description).toMatch(
				/at new cost, .* and use a new Submission ID for this request alone\. /,
			);
			expect(refused.error?.context).toMatchObject({
				extraction_id: control().extractions()[0]!.extraction_id,
			});
			expect(chargesOf(node)).toEqual([1]);
			const run = await extract(node, { input, options: { submissionId: 'mail-7-again' } });
			expect(run.items).toEqual(first.items);
			expect(chargesOf(node)).toEqual([1, 1]);
		});
	});
});

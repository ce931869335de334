import type { INodeExecutionData } from 'n8n-workflow';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { countOf, extract, invoiceItems, traced } from '../../../support/operations/extractDocuments';
import { ANSWERS } from '../../../support/endpoints';
import { itemWith } from '../../../support/items';

const question = (question_id: string) => ({
	question_id,
	type: 'single_choice' as const,
	question: 'Gross or net?',
	scope: { level: 'extraction' as const, applies_to: 'all documents' },
	choices: [
		{ choice_id: 'gross', label: 'Gross', recommended: true },
		{ choice_id: 'net', label: 'Net' },
	],
});

describe('Extract Documents: questions', () => {
	let node: NodeFixture;
	beforeEach(async () => {
		node = await startNode({ processingMs: 30 });
	});
	afterEach(async () => await node.close());

	/** Two items, the second with a document whose date can be read in two ways. */
	async function ambiguous(): Promise<INodeExecutionData[]> {
		const path = 'examples/documents/ambiguous-date.pdf';
		const file = await node.engine.storeFile(path, 'ambiguous-date.pdf', 'application/pdf');
		return [...(await invoiceItems(node, 'Q-1')), itemWith(file)];
	}
	const prompt = { prompt: 'Invoice number and invoice date' };

	it('does not ask unless it is told to: the rows come, with the assumption in the summary', async () => {
		const run = await extract(node, {
			input: await ambiguous(),
			parameters: { ...prompt, output: 'summary' },
		});
		expect(run.items[0]?.json).toMatchObject({ status: 'completed' });
		expect(run.items[0]?.json.notes).toContainEqual(
			expect.objectContaining({ description: expect.any(String) }),
		);
		expect(node.sandbox.control.extractions()[0]?.options.ask_questions).toBe(false);
	});

	it('tells what the service suggests for the prompt, each once, whatever is output', async () => {
		const input = [...(await ambiguous()), ...(await ambiguous()).slice(1)];
		const run = await extract(node, { input, parameters: prompt });
		expect(run.items.length).toBeGreaterThan(1);
		const messages = run.hints('Node').map(({ message }) => message);
		expect(messages.filter((message) => message.includes('suggests'))).toEqual([
			expect.stringMatching(
				/^The service suggests adding to the prompt, for a new request at new cost \(1\): .*\bday\b.*\.?$/,
			),
		]);
	});

	it('accepts the recommendations and hands out the rows', async () => {
		const input = await ambiguous();
		const run = await extract(node, { input, parameters: prompt, options: { questions: 'accept' } });
		expect(run.error).toBeUndefined();
		expect(traced(run.items)).toEqual([
			['Q-1', 'Q-1.pdf (Page 1)', 0],
			[expect.any(String), 'ambiguous-date.pdf (Page 1)', 1],
		]);
		expect(countOf(node, ANSWERS)).toEqual([1]);
		expect(node.sandbox.control.extractions()[0]?.answers).toEqual([
			expect.objectContaining({ acceptRecommended: true }),
		]);
	});

	it('accepts every round of questions, also where the answer to one is lost on the way', async () => {
		node.sandbox.control.planExtractions([
			{ questions: [[question('first'), question('second')], [question('third')]] },
		]);
		node.sandbox.control.addFault({ endpoint: ANSWERS, kind: 'reset_after' });
		const input = await invoiceItems(node, 'Q-2');
		const run = await extract(node, { input, options: { questions: 'accept' } });
		expect(traced(run.items)).toEqual([['Q-2', 'Q-2.pdf (Page 1)', 0]]);
		const [extraction] = node.sandbox.control.extractions();
		expect(extraction?.answers.map(({ questionId }) => questionId)).toEqual(['first', 'second', 'third']);
	});

	describe('handed out', () => {
		const options = { questions: 'ask', submissionId: 'asked' };

		const outputOf = (run: Awaited<ReturnType<typeof extract>>, index: number) => run.output('Node', index);

		it.each(['rows', 'invoices', 'summary', 'files', 'documents'])(
			'go to an output of their own, whatever else is output: %s',
			async (output) => {
				const run = await extract(node, {
					input: await ambiguous(),
					parameters: { ...prompt, output },
					options,
				});
				const [extraction] = node.sandbox.control.extractions();
				expect(run.error).toBeUndefined();
				expect(outputOf(run, 1)).toEqual([
					{
						json: {
							extraction_id: extraction!.extraction_id,
							submission_id: 'asked',
							status: 'input_required',
							// Tells a person which documents are meant, also where n8n keeps files in memory.
							file_names: expect.arrayContaining(['ambiguous-date.pdf']),
							answer_by: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
							questions: [
								expect.objectContaining({ question_id: expect.any(String), question: expect.any(String) }),
							],
						},
						pairedItem: [{ item: 0 }, { item: 1 }],
						// For a page that shows them beside the questions.
						binary: {
							data: expect.objectContaining({ id: expect.any(String) }),
							data_2: expect.objectContaining({ fileName: 'ambiguous-date.pdf' }),
						},
					},
				]);
				const others = {
					summary: [{ status: 'input_required' }],
					documents: [{ state: 'asking' }, { state: 'asking' }],
				};
				expect(run.items.map(({ json }) => json)).toMatchObject(others[output as 'summary'] ?? []);
				expect(run.items).toHaveLength(others[output as 'summary']?.length ?? 0);
				expect(run.hints('Node')).toContainEqual(
					expect.objectContaining({
						message: expect.stringMatching(
							/^Extractions that wait for answers: 1\. Use Answer: Submit, Answer: Ask in a Form, or the dashboard before .+$/,
						),
					}),
				);
				expect(countOf(node, ANSWERS)).toEqual([0]);
			},
		);

		it('stay apart from rows to review and from failed items', async () => {
			const note = await node.engine.storeFile(Buffer.from('Hello'), 'note.txt', 'text/plain');
			const run = await extract(node, {
				input: [...(await ambiguous()), itemWith(note)],
				parameters: { ...prompt, groupFiles: 'perItem', separateReview: true },
				options: { questions: 'ask' },
				onError: 'continueErrorOutput',
			});
			expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['Q-1']);
			expect(outputOf(run, 1)).toEqual([]);
			expect(outputOf(run, 2).map(({ json }) => json.status)).toEqual(['input_required']);
			expect(outputOf(run, 3).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
		});

		it('without a recommendation fail where they have no output, and are not lost', async () => {
			const { choices, ...open } = question('open');
			node.sandbox.control.planExtractions([
				{
					questions: [[{ ...open, choices: choices.map(({ choice_id, label }) => ({ choice_id, label })) }]],
				},
			]);
			const input = await invoiceItems(node, 'Q-3');
			const run = await extract(node, { input, options: { questions: 'accept' } });
			const [extraction] = node.sandbox.control.extractions();
			expect(run.error?.message).toMatch(/has no recommendation for: 1 question without a recommendation/);
			expect(run.error?.description).toMatch(/Ask in a Form.*Ask Me \(Extra Output\)/);
			expect(JSON.stringify(run.error)).toContain(extraction!.extraction_id);
		});

		it('give the rows to a later run with the same Submission ID, once they are answered', async () => {
			const input = await ambiguous();
			const asked = await extract(node, { input, parameters: prompt, options });
			const { extraction_id, questions } = outputOf(asked, 1)[0]!.json as {
				extraction_id: string;
				questions: Array<{ question_id: string }>;
			};
			const answers = questions.map(({ question_id }) => ({ question_id, accept_recommended: true }));
			await fetch(`${node.sandbox.baseUrl}/extractions/${extraction_id}/answers`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${node.sandbox.apiKey}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ answers }),
			});
			const run = await extract(node, { input, parameters: prompt, options });
			expect(run.items.map(({ json }) => json['Source File'])).toEqual([
				'Q-1.pdf (Page 1)',
				'ambiguous-date.pdf (Page 1)',
			]);
			expect(node.sandbox.control.balance()).toEqual({ balance: 9_998, reserved: 0 });
		});
	});

	describe('long after the upload', () => {
		const HOURS = 3_600_000;
		const ROWS = ['Q-1.pdf (Page 1)', 'ambiguous-date.pdf (Page 1)'];

		it.each<[string, object, () => Promise<unknown>]>([
			[
				'is extracted again',
				{ preventDuplicates: 'files' },
				async () => {
					const options = { questions: 'ask', preventDuplicates: 'files' };
					await extract(node, { input: await ambiguous(), parameters: prompt, options });
				},
			],
			[
				'is submitted again',
				{ submissionId: 'late-2' },
				async () => {
					node.sandbox.control.planExtractions([{ fail: { code: 'PROMPT_UNCLEAR' } }]);
					const options = { questions: 'accept', submissionId: 'late-2' };
					await extract(node, { input: await ambiguous(), parameters: prompt, options });
				},
			],
		])('what %s is uploaded anew, so that its questions can be answered', async (_how, more, earlier) => {
			const { control } = node.sandbox;
			await earlier();
			await control.advanceClock(41 * HOURS);
			const options = { questions: 'accept', ...more };
			const run = async () => await extract(node, { input: await ambiguous(), parameters: prompt, options });
			const rows = (await run()).items.map(({ json }) => json['Source File']);
			expect(rows).toEqual(ROWS);
			expect(countOf(node, 'PUT part')).toEqual([4]);

			// What has come of it is found again, without another upload.
			await control.advanceClock(41 * HOURS);
			expect((await run()).items.map(({ json }) => json['Source File'])).toEqual(ROWS);
			expect(countOf(node, 'PUT part')).toEqual([4]);
			expect(control.extractions()).toHaveLength(2);
		});
	});

	it('says why there are no rows where nobody has answered in time', async () => {
		const input = await ambiguous();
		const options = { questions: 'ask', submissionId: 'late' };
		await extract(node, { input, parameters: prompt, options });
		await node.sandbox.control.advanceClock(41 * 3_600_000);
		const { error } = await extract(node, { input, parameters: prompt, options });
		expect(error?.message).toMatch(/^The extraction was cancelled: its questions were not answered in time/);
		expect(error?.description).toMatch(/extract them in a new execution/);
	});
});

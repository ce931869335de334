import type { IExecuteFunctions } from 'n8n-workflow';
import { askedFor, executionOf, firstTry } from '../../../nodes/DocumentDataExtraction/actions/execution';

/** Executions of one node over the same data, as n8n retries them. */
function executions() {
	const kept = {};
	return (id: string, mode: string) =>
		({
			getContext: () => kept,
			getExecutionId: () => id,
			getMode: () => mode,
		}) as unknown as IExecuteFunctions;
}

describe('the execution of the first try', () => {
	it('is the first one for each retry of its data', () => {
		const tried = executions();
		const tries = [tried('1', 'trigger'), tried('2', 'retry'), tried('3', 'retry')].map(firstTry);
		expect(tries.map(({ executionId }) => executionId)).toEqual(['1', '1', '1']);
	});

	it('is the own one for whatever is no retry', () => {
		const tried = executions();
		const tries = [tried('1', 'trigger'), tried('2', 'trigger'), tried('3', 'manual')].map(firstTry);
		expect(tries.map(({ executionId }) => executionId)).toEqual(['1', '2', '3']);
		expect(firstTry(executions()('4', 'retry')).executionId).toBe('4');
	});

	it('keeps when it began and what it waited for, until another execution begins', () => {
		const now = jest.spyOn(Date, 'now');
		const tried = executions();
		const facts = [
			['1', 'trigger', 1000],
			['1', 'trigger', 2000],
			['2', 'retry', 3000],
			['3', 'trigger', 4000],
		] as const;
		const tries = facts.map(([id, mode, time]) => {
			now.mockReturnValue(time);
			const kept = executionOf(tried(id, mode));
			kept?.waitedFor.push(id);
			return { ...kept, waitedFor: [...(kept?.waitedFor ?? [])] };
		});
		now.mockRestore();
		expect(tries).toMatchObject([
			{ startedAt: 1000, waitedFor: ['1'] },
			{ startedAt: 1000, waitedFor: ['1', '1'] },
			{ startedAt: 1000, waitedFor: ['1', '1', '2'] },
			{ startedAt: 4000, waitedFor: ['3'] },
		]);
	});

	it('is nothing to those who run the node alone', () =>
		expect(executionOf(executions()('', 'internal'))).toBeUndefined());
});

describe('what the user asks for', () => {
	const PROMPT = { promptType: 'text', prompt: '={{ $now }}: the total', outputStructure: 'automatic' };

	it.each([
		{ output: 'documents', groupBy: 'document' },
		{ options: { groupFiles: 'perItem', unsupportedFiles: 'skip' } },
		{ options: { maximumWait: 5, ifPagesFail: 'continue', taskName: 'March' } },
		{ options: { fileNamePattern: '*.pdf', minimumFileSize: 1 } },
		{
			options: {
				excludeColumns: [],
				outputLanguage: 'automatic',
				questions: 'none',
				sendCompletionEmail: false,
				typedValues: true,
			},
		},
	])('is the same with %j, which changes no row', (changes) =>
		expect(askedFor({ ...PROMPT, ...changes })).toEqual(askedFor(PROMPT)),
	);

	it.each([
		{ prompt: 'Date' },
		{ outputStructure: 'per_line_item' },
		{ promptType: 'fields', fieldsToExtract: 'Total' },
		{ generalInstructions: 'Ignore delivery notes' },
		{ options: { excludeColumns: ['source_file'] } },
		{ options: { outputLanguage: 'de' } },
		{ options: { questions: 'ask' } },
		{ options: { askQuestions: true } },
		{ options: { typedValues: false } },
	])('is another with %j', (changes) =>
		expect(askedFor({ ...PROMPT, ...changes })).not.toEqual(askedFor(PROMPT)),
	);

	it('is the same whoever answers the questions', () =>
		expect(askedFor({ options: { questions: 'ask' } })).toEqual(
			askedFor({ options: { questions: 'accept' } }),
		));
});

import type { IExecuteFunctions } from 'n8n-workflow';
import { askedFor, firstExecutionId } from '../../../nodes/DocumentDataExtraction/parameters/execution';

/** Executions of one node over the same data, as n8n retries them. */
function executions() {
	const kept = {};
	return (id: string, mode: string): string =>
		firstExecutionId({
			getContext: () => kept,
			getExecutionId: () => id,
			getMode: () => mode,
		} as unknown as IExecuteFunctions);
}

describe('the execution of the first try', () => {
	it('is the first one for each retry of its data', () => {
		const tried = executions();
		expect([tried('1', 'trigger'), tried('2', 'retry'), tried('3', 'retry')]).toEqual(['1', '1', '1']);
	});

	it('is the own one for whatever is no retry', () => {
		const tried = executions();
		expect([tried('1', 'trigger'), tried('2', 'trigger'), tried('3', 'manual')]).toEqual(['1', '2', '3']);
		expect(executions()('4', 'retry')).toBe('4');
	});
});

describe('what the user asks for', () => {
	const PROMPT = { promptType: 'text', prompt: '={{ $now }}: the total', outputStructure: 'automatic' };

	it.each([
		{ output: 'documents', groupBy: 'document' },
		{ groupFiles: 'perItem', unsupportedFiles: 'skip' },
		{ options: { maximumWait: 5, ifPagesFail: 'continue', taskName: 'March', extractAgain: true } },
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
		{ promptType: 'fields', fieldsToExtract: { values: [{ name: 'Total', instructions: '' }] } },
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

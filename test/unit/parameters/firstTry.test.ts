import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { firstExecutionId, requestOf } from '../../../nodes/DocumentDataExtraction/parameters/firstTry';

/** Executions of one node over the same data, as n8n retries them. */
function executions() {
	const kept = {};
	return (id: string, mode: string, parameters: INodeParameters = { prompt: 'Total' }): string =>
		firstExecutionId({
			getContext: () => kept,
			getExecutionId: () => id,
			getMode: () => mode,
			getNode: () => ({ parameters }),
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

	it('is the own one, and that of later retries, once something else is asked for', () => {
		const tried = executions();
		const changed = { prompt: 'Total and date' };
		expect([tried('1', 'trigger'), tried('2', 'retry', changed), tried('3', 'retry', changed)]).toEqual([
			'1',
			'2',
			'2',
		]);
	});
});

describe('what a node asks for', () => {
	it('is the same whatever happens with the extraction, and in whatever order it is kept', () => {
		const one = requestOf({
			prompt: 'Total',
			output: 'rows',
			options: { maximumWait: 5, typedValues: false },
		});
		const other = requestOf({ options: { typedValues: false, ifPagesFail: 'continue' }, prompt: 'Total' });
		expect(one).toBe(other);
	});

	it.each([
		{ prompt: 'Date' },
		{ outputStructure: 'per_line_item' },
		{ options: { excludeColumns: ['source_file'] } },
		{ options: { questions: 'ask' } },
		{ create: 'perItem' },
	])('is another with %j', (changes) =>
		expect(requestOf({ prompt: 'Total', ...changes })).not.toBe(requestOf({ prompt: 'Total' })),
	);

	it('leaves out nothing but parameters that there are', () => {
		const { properties } = new DocumentDataExtraction().description;
		const names = properties.map(({ name }) => name);
		const optionNames = properties
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) => options.map(({ name }) => name));
		const [parameters, options] = JSON.parse(
			requestOf({
				...Object.fromEntries(names.map((name) => [name, 1])),
				options: Object.fromEntries(optionNames.map((name) => [name, 1])),
			}),
		) as [unknown[], unknown[]];
		expect(new Set(names).size - 1 - parameters.length).toBe(7);
		expect(new Set(optionNames).size - options.length).toBe(10);
	});
});

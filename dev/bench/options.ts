import { parseArgs } from 'node:util';

export const USAGE = `npm run bench                     all cases, as a table
npm run bench -- --only NAME      one case
npm run bench -- --json           one JSON object a line, in place of the table`;

export interface BenchOptions {
	help: boolean;
	json: boolean;
	/** The names of the cases to run, in their order. */
	cases: string[];
}

/** Reads the command line. @param known the names of all cases @throws Error for what it cannot mean */
export function readOptions(args: string[], known: string[]): BenchOptions {
	const { values } = parseArgs({
		args,
		options: {
			json: { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	const { only, json, help } = values;
	if (only !== undefined && !known.includes(only))
		throw new Error(`There is no case "${only}". The cases are: ${known.join(', ')}`);
	return { help, json, cases: only === undefined ? known : [only] };
}

import { parseArgs } from 'node:util';

export const USAGE = `npm run bench:peers                    our node beside n8n's own, as a table
npm run bench:peers -- --rounds 3      fewer rounds than 7
npm run bench:peers -- --trial         one round with two small files, to see that it works`;

export interface PeersOptions {
	help: boolean;
	rounds: number;
	trial: boolean;
}

/** Reads the command line. @throws Error for what it cannot mean */
export function readOptions(args: string[]): PeersOptions {
	const { values } = parseArgs({
		args,
		options: {
			rounds: { type: 'string' },
			trial: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	const rounds = Number(values.rounds ?? (values.trial ? 1 : 7));
	if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1');
	return { help: values.help, trial: values.trial, rounds };
}

import { parseArgs } from 'node:util';

export const USAGE = `npm run bench:workers                                 10 executions with 100 files each, by one worker and by two
npm run bench:workers -- --executions 2 --files 5     a short one, to see that it works`;

export interface WorkersOptions {
	help: boolean;
	executions: number;
	/** Of each execution. */
	files: number;
}

const whole = (name: string, text: string): number => {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a number from 1`);
	return value;
};

/** Reads the command line. @throws Error for what it cannot mean */
export function readOptions(args: string[]): WorkersOptions {
	const { values } = parseArgs({
		args,
		options: {
			executions: { type: 'string', default: '10' },
			files: { type: 'string', default: '100' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return {
		help: values.help,
		executions: whole('executions', values.executions),
		files: whole('files', values.files),
	};
}

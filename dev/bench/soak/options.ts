import { parseArgs } from 'node:util';

export const USAGE = `npm run soak                                        2,000 executions in 20 minutes
npm run soak -- --executions 40 --minutes 2         a shorter one, to see that it works`;

export interface SoakOptions {
	help: boolean;
	executions: number;
	minutes: number;
}

const positive = (name: string, text: string): number => {
	const value = Number(text);
	if (!(value > 0) || !Number.isFinite(value)) throw new Error(`--${name} takes a number above 0`);
	return value;
};

/** Reads the command line. @throws Error for what it cannot mean */
export function readOptions(args: string[]): SoakOptions {
	const { values } = parseArgs({
		args,
		options: {
			executions: { type: 'string', default: '2000' },
			minutes: { type: 'string', default: '20' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	return {
		help: values.help,
		executions: Math.ceil(positive('executions', values.executions)),
		minutes: positive('minutes', values.minutes),
	};
}

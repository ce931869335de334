import type { BenchCase } from '../BenchCase';
import { compare } from '../compare';
import { smallFiles } from '../smallFiles';

/** A usual network between n8n and the service. */
const ROUND_TRIP_MS = 40;
const RUNS = 41;

/** The time of a run that extracts few invoices, against n8n's helper: every request counts. */
const fewInvoices = (count: number, word: string, isFar: boolean): BenchCase => ({
	name: `${word}-invoice${count > 1 ? 's' : ''}${isFar ? '-far' : ''}`,
	title: `${count} invoice${count > 1 ? 's' : ''} of 100 KB, ${isFar ? `a round trip of ${ROUND_TRIP_MS} ms` : 'on the loopback'}`,
	async run(benchRun) {
		const service = await benchRun.service('off');
		if (isFar)
			await service.control('addFault', {
				endpoint: '*',
				kind: 'delay',
				delayMs: ROUND_TRIP_MS,
				count: null,
			});
		return await compare(benchRun, {
			service,
			task: { files: await smallFiles(benchRun.folder, count), preventDuplicatesBy: 'files' },
			rows: count,
			runs: RUNS,
			withHelper: true,
			targets: { ratio: 1.05 },
		});
	},
});

/** The most usual runs: one invoice, and a handful. */
export const invoicesAtATime: BenchCase[] = [
	fewInvoices(1, 'one', false),
	fewInvoices(1, 'one', true),
	fewInvoices(10, 'ten', false),
	fewInvoices(10, 'ten', true),
];

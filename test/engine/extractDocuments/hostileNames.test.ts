import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openWorkbench, type Workbench } from '../workbench';
import { extract, invoiceFile, itemWith } from './extracting';

describe('Extract Documents: a file name that a stranger chose', () => {
	let bench: Workbench;
	beforeEach(async () => {
		bench = await openWorkbench({ processingMs: 30 });
	});
	afterEach(async () => await bench.close());

	it('does not keep n8n from its other work, whatever the pattern', async () => {
		const file = await invoiceFile(bench, 'H-1', '_'.repeat(255));
		const delay = monitorEventLoopDelay({ resolution: 10 });
		delay.enable();
		const run = await extract(bench, {
			input: [itemWith(file)],
			options: { fileNamePattern: '*_*_*_*.pdf' },
		});
		delay.disable();
		// By backtracking it takes seconds. The rest of the run blocks too, but not for so long.
		expect(delay.max / 1e6).toBeLessThan(1500);
		expect(run.items.map(({ json }) => json['Invoice Number'])).toEqual(['H-1']);
	});
});

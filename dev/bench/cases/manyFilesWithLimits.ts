import type { BenchCase } from '../BenchCase';
import { seconds } from '../compare';
import { smallFiles } from '../smallFiles';

const BARE_KEY = 'the-bare-clients-own-key';

/** The bare client runs into the limit and waits as long as it is told; ours is to keep clear of it. */
export const manyFilesWithLimits: BenchCase = {
	name: '500-files-with-limits',
	title: "500 files of 100 KB, the contract's limits on",
	async run(benchRun) {
		const service = await benchRun.service('on');
		const { baseUrl, apiKey } = service;
		const task = { files: await smallFiles(benchRun.folder, 500) };
		await service.control('addKey', { key: BARE_KEY, credits: 10_000 });
		const bare = benchRun.bare();
		const engine = benchRun.engine();
		await bare.prepare({ baseUrl, apiKey: BARE_KEY, task, limits: 'on' });
		await engine.prepare({ baseUrl, apiKey, task, limits: 'on' });
		await service.planRows(500);
		const theirs = await bare.run();
		await service.clear();
		await service.planRows(500);
		const ours = await engine.run();
		const refusals = await service.rateLimited();
		if (ours.rows !== 500 || theirs.rows !== 500) throw new Error('Rows are missing');
		return {
			ratio: ours.ms / theirs.ms,
			spread: null,
			floor: 'bare client',
			target: null,
			peakMiB: ours.peakMiB,
			targetMiB: null,
			pass: refusals === 0,
			note: `429 answers: ${refusals}; ${seconds(ours.ms)} against ${seconds(theirs.ms)}`,
		};
	},
};

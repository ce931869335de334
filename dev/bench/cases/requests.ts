import type { BenchCase } from '../BenchCase';
import type { Service } from '../Service';
import { smallFiles } from '../smallFiles';

const FILES = 20;
/** The session, the submission, the status and the rows; for each file its URL, its bytes and its completion. */
const NEEDED = 4 + 3 * FILES;
/** What a submission under the user's ID costs more: only the full record says which files the ID was used for. */
const RECORD = 1;
/** What a second run may ask for: the session, one file's URL (it is there already), the submission, the record, the status and the rows. */
const NEEDED_AGAIN = 6;

type Choice = 'execution' | 'files' | 'own';

const CHOICES: Array<{ by: Choice; name: string }> = [
	{ by: 'execution', name: 'Execution' },
	{ by: 'files', name: 'File Contents' },
	{ by: 'own', name: 'My Own ID' },
];

/** How often each endpoint was asked, in the order of the first requests. */
const described = (endpoints: string[]): string =>
	[...new Set(endpoints)]
		.map((endpoint) => `${endpoints.filter((each) => each === endpoint).length} ${endpoint}`)
		.join(', ');

async function endpointsOf(service: Service, run: () => Promise<unknown>): Promise<string[]> {
	await service.control('clearRequests');
	await run();
	return (await service.requests()).map(({ endpoint }) => endpoint);
}

/** No times: what the node asks of the service for an extraction, the first time and again. */
export const requests: BenchCase = {
	name: 'requests',
	title: `Requests of an extraction of ${FILES} files, and of a second run`,
	async run(benchRun) {
		const files = await smallFiles(benchRun.folder, FILES);
		const notes: string[] = [];
		let pass = true;
		for (const { by, name } of CHOICES) {
			const service = await benchRun.service('off');
			const { baseUrl, apiKey } = service;
			const engine = benchRun.engine();
			await engine.prepare({ baseUrl, apiKey, task: { files, preventDuplicatesBy: by }, limits: 'off' });
			const run = async () => await engine.run();
			const first = await endpointsOf(service, run);
			const needed = NEEDED + (by === 'execution' ? 0 : RECORD);
			notes.push(`${name}: ${first.length} of at least ${needed}`);
			pass &&= first.length <= needed;
			// Another execution is another request.
			if (by === 'execution') continue;
			const second = await endpointsOf(service, run);
			notes.push(`again: ${second.length} of at most ${NEEDED_AGAIN} (${described(second)})`);
			pass &&= second.length <= NEEDED_AGAIN;
		}
		return {
			ratio: null,
			spread: null,
			floor: null,
			target: null,
			peakMiB: null,
			targetMiB: null,
			pass,
			note: notes.join('\n'),
		};
	},
};

/* Our node beside n8n's own nodes, in a real n8n: the same files to a service that keeps nothing. */
import { join } from 'node:path';
import { RealN8n } from '../n8n/RealN8n';
import { CASES, WARM_UP, writeFilesOf, type PeerCase } from './cases';
import { DiscardService } from './DiscardService';
import { growth, sendOnce, type Ready } from './measure';
import { readOptions, USAGE } from './options';
import { PEERS } from './peers';
import { table, type Measured } from './table';

async function measure(real: RealN8n, service: DiscardService, cases: PeerCase[], rounds: number) {
	const { filesFolder } = real.n8n.host;
	const ready = async (each: PeerCase, name: string): Promise<Ready> => ({
		...each,
		pattern: await writeFilesOf(each, join(filesFolder, name)),
	});
	const warmUp = await ready(WARM_UP, 'warm-up');
	const measured: Measured[] = [];
	for (const [index, each] of cases.entries()) {
		const files = await ready(each, `case-${index}`);
		const ofCase: Measured[] = PEERS.map(({ name }) => {
			return { case: each.title, peer: name, times: [], peakMiB: 0, requestsPerFile: 0 };
		});
		for (const [place, peer] of PEERS.entries()) {
			console.error(`${each.title}: memory of ${peer.name} …`);
			ofCase[place]!.peakMiB = await growth(real, service, peer, files, warmUp);
		}
		for (const peer of PEERS) await sendOnce(real, service, peer, warmUp);
		// In turns, so that whatever else the machine does meets all of them.
		for (let round = 1; round <= rounds; round++) {
			console.error(`${each.title}: round ${round} of ${rounds} …`);
			for (const [place, peer] of PEERS.entries()) {
				if (!peer.uploads) continue;
				const { ms, seen } = await sendOnce(real, service, peer, files);
				ofCase[place]!.times.push(ms);
				ofCase[place]!.requestsPerFile = seen.requests / each.count;
			}
		}
		measured.push(...ofCase);
	}
	return measured;
}

async function main(): Promise<void> {
	const { help, trial, rounds } = readOptions(process.argv.slice(2));
	if (help) return console.log(USAGE);
	const service = await DiscardService.start();
	try {
		const real = await RealN8n.start();
		try {
			console.log(table(await measure(real, service, trial ? [WARM_UP] : CASES, rounds)));
		} finally {
			await real.close();
		}
	} finally {
		await service.stop();
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});

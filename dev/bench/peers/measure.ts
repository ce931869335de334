import { forgetPeak, peakMemory } from '../../../test/e2e/support/memory';
import { failureOf } from '../../../test/e2e/n8n/client';
import type { SavedWorkflow } from '../../../test/e2e/n8n/types';
import { chain, manualTrigger, readFiles } from '../../../test/e2e/n8n/workflows';
import type { RealN8n } from '../n8n/RealN8n';
import type { PeerCase } from './cases';
import type { DiscardService, Seen } from './DiscardService';
import { UPLOAD, type Peer } from './peers';

const MiB = 1024 * 1024;
const SECONDS = 600;

/** A case whose files are written. */
export interface Ready extends PeerCase {
	pattern: string;
}

export interface Run {
	/** Of the node that uploads. */
	ms: number;
	seen: Seen;
}

/** Has a peer send the files of a case, once. @throws Error if not every byte arrived */
export async function sendOnce(
	{ n8n }: RealN8n,
	service: DiscardService,
	peer: Peer,
	{ title, pattern, count, bytes }: Ready,
): Promise<Run> {
	const { client } = n8n.host;
	const node = await peer.node(client, service.origin);
	const workflow: SavedWorkflow = await client.createWorkflow(
		chain(`${peer.name}, ${title}`, manualTrigger(), readFiles(pattern), node),
	);
	await service.seen();
	const execution = await client.run(workflow, undefined, SECONDS);
	const [run] = execution.data.resultData.runData[UPLOAD] ?? [];
	if (execution.status !== 'success' || !run) throw new Error(`${peer.name}: ${failureOf(execution)}`);
	const seen = await service.seen();
	const expected = peer.uploads ? count * bytes : 0;
	if (seen.bytes !== expected)
		throw new Error(`${peer.name}, ${title}: ${seen.bytes} bytes arrived instead of ${expected}`);
	return { ms: run.executionTime, seen };
}

/**
 * How far a peer makes the memory of n8n's process grow with the files of a case, in MiB. The process is a new one, so that it has
 * no room left over from what came before.
 */
export async function growth(
	real: RealN8n,
	service: DiscardService,
	peer: Peer,
	ready: Ready,
	warmUp: Ready,
): Promise<number> {
	await real.n8n.host.restart();
	await sendOnce(real, service, peer, warmUp);
	const { pid, rest } = await real.inspect(async (inspector) => {
		await inspector.collectGarbage();
		return await inspector.evaluate<{ pid: number; rest: number }>(
			'({ pid: process.pid, rest: process.memoryUsage.rss() })',
		);
	});
	await forgetPeak(pid);
	await sendOnce(real, service, peer, ready);
	return Math.max(0, (await peakMemory(pid)) - rest) / MiB;
}

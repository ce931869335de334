import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import type { RealN8n } from '../n8n/RealN8n';

const MiB = 1024 * 1024;
const ESTABLISHED = '01';

/** What n8n's main process holds at one moment, after its garbage was collected. */
export interface Sample {
	rssMiB: number;
	/** What is alive: the heap, and buffers outside of it. */
	liveMiB: number;
	/** What keeps the process busy, by its type in Node. */
	handles: Record<string, number>;
	/** Connections to the service. */
	connections: number;
	/** Of n8n's binary store, and those that workflows read. */
	openFiles: number;
}

interface Asked {
	pid: number;
	memory: NodeJS.MemoryUsage;
	resources: string[];
}

const QUESTION =
	'({ pid: process.pid, memory: process.memoryUsage(), resources: process.getActiveResourcesInfo() })';

export async function takeSample(real: RealN8n, servicePort: number): Promise<Sample> {
	const { pid, memory, resources } = await real.inspect(async (inspector) => {
		await inspector.collectGarbage();
		return await inspector.evaluate<Asked>(QUESTION);
	});
	const handles: Record<string, number> = {};
	for (const type of resources) handles[type] = (handles[type] ?? 0) + 1;
	return {
		rssMiB: memory.rss / MiB,
		liveMiB: (memory.heapUsed + memory.external) / MiB,
		handles,
		connections: connectionsTo(servicePort),
		openFiles: openDocuments(pid),
	};
}

/** Nobody but n8n connects to the service. Linux. */
function connectionsTo(port: number): number {
	const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
	return lines.filter((line) => {
		const [, , remote = '', state] = line.trim().split(/\s+/);
		return remote.endsWith(hex) && state === ESTABLISHED;
	}).length;
}

/** Open files that are data: not of the program. Linux. */
function openDocuments(pid: number): number {
	const folder = `/proc/${pid}/fd`;
	return readdirSync(folder).filter((descriptor) => {
		try {
			return /binary|storage|\.pdf/i.test(readlinkSync(`${folder}/${descriptor}`));
		} catch {
			// Closed since the folder was read.
			return false;
		}
	}).length;
}

/** What is open now and was not before, in words. */
export function leftOpen(before: Sample, now: Sample): string[] {
	const more = Object.entries(now.handles).flatMap(([type, count]) => {
		const grown = count - (before.handles[type] ?? 0);
		return grown > 0 ? [`${type} +${grown}`] : [];
	});
	return [
		...more,
		...(now.connections > 0 ? [`connections to the service ${now.connections}`] : []),
		...(now.openFiles > before.openFiles ? [`open files +${now.openFiles - before.openFiles}`] : []),
	];
}

import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import type { HeapSpaceInfo } from 'node:v8';
import type { RealN8n } from '../n8n/RealN8n';

const MiB = 1024 * 1024;
const ESTABLISHED = '01';

/** What n8n's main process holds at one moment, after its garbage was collected. */
export interface Sample {
	rssMiB: number;
	/** What is alive: the heap without code, and buffers outside of it. */
	liveMiB: number;
	/** Code that V8 has compiled, and its notes about it. It grows as long as V8 finds functions that are worth optimizing. */
	codeMiB: number;
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
	spaces: HeapSpaceInfo[];
	resources: string[];
}

const QUESTION = `({
	pid: process.pid,
	memory: process.memoryUsage(),
	spaces: process.getBuiltinModule('v8').getHeapSpaceStatistics(),
	resources: process.getActiveResourcesInfo(),
})`;

/** V8 keeps code in spaces of the heap that hold nothing else. */
const OF_CODE = /code|trusted/;

/** What the process holds, in MiB, with its code apart. */
export function memoryIn(
	{ rss, heapUsed, external }: NodeJS.MemoryUsage,
	spaces: HeapSpaceInfo[],
): Pick<Sample, 'rssMiB' | 'liveMiB' | 'codeMiB'> {
	const code = spaces
		.filter(({ space_name }) => OF_CODE.test(space_name))
		.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
	return { rssMiB: rss / MiB, liveMiB: (heapUsed + external - code) / MiB, codeMiB: code / MiB };
}

export async function takeSample(real: RealN8n, servicePort: number): Promise<Sample> {
	const { pid, memory, spaces, resources } = await real.inspect(async (inspector) => {
		await inspector.collectGarbage();
		return await inspector.evaluate<Asked>(QUESTION);
	});
	const handles: Record<string, number> = {};
	for (const type of resources) handles[type] = (handles[type] ?? 0) + 1;
	return {
		...memoryIn(memory, spaces),
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

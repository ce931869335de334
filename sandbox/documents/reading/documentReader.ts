import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A run of text and where it stands on its page; y counts downwards, to the text's baseline. */
export interface TextItem {
	text: string;
	x: number;
	y: number;
	width: number;
	height: number;
}

export type ReadResult =
	{ status: 'read'; pages: TextItem[][] } | { status: 'encrypted' | 'unreadable' | 'too-many-pages' };

interface ReadOptions {
	kind: 'pdf' | 'image';
	maxPages: number;
}

const idleMilliseconds = 5_000;

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (result: ReadResult) => void; reject: (error: Error) => void }>();

/**
 * Reads the text of a PDF, JPG or PNG in a worker thread. Bytes that are no such document give `unreadable`, a PDF that
 * asks for a password gives `encrypted`. A page without text is an empty list.
 */
export async function readDocument(path: string, options: ReadOptions): Promise<ReadResult> {
	const thread = startedWorker();
	const id = ++lastId;
	return await new Promise<ReadResult>((resolve, reject) => {
		waiting.set(id, { resolve, reject });
		thread.postMessage({ id, path, ...options });
	});
}

/** Ends the reader's thread. It starts again by itself at the next document. */
export async function closeDocumentReader(): Promise<void> {
	clearTimeout(idleTimer);
	const ended = worker;
	worker = undefined;
	await ended?.terminate();
}

function startedWorker(): Worker {
	clearTimeout(idleTimer);
	worker ??= createWorker();
	worker.ref();
	return worker;
}

function createWorker(): Worker {
	// No inherited loader flags: the thread runs plain ESM whoever started the process (tsx, jest, node).
	const created = new Worker(join(__dirname, 'readerWorker.mjs'), { execArgv: [] });
	created.on('message', ({ id, result, error }: { id: number; result?: ReadResult; error?: string }) => {
		if (result) waiting.get(id)?.resolve(result);
		else waiting.get(id)?.reject(new Error(error));
		waiting.delete(id);
		if (waiting.size === 0) rest(created);
	});
	created.on('error', (error) => abandon(created, error));
	created.on('exit', () => abandon(created, new Error('The document reader ended before it answered')));
	return created;
}

/** An idle thread neither keeps the process alive nor holds its memory for long. */
function rest(idle: Worker): void {
	idle.unref();
	idleTimer = setTimeout(() => {
		if (worker === idle && waiting.size === 0) void closeDocumentReader();
	}, idleMilliseconds);
	idleTimer.unref();
}

function abandon(ended: Worker, error: Error): void {
	if (worker !== undefined && worker !== ended) return;
	worker = undefined;
	for (const { reject } of waiting.values()) reject(error);
	waiting.clear();
}

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

interface Waiting {
	resolve: (result: ReadResult) => void;
	reject: (error: Error) => void;
}

interface Reader {
	thread: Worker;
	waiting: Map<number, Waiting>;
}

const idleMilliseconds = 5_000;

let current: Reader | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * Reads the text of a PDF, JPG or PNG in a worker thread. Bytes that are no such document give `unreadable`, a PDF that
 * asks for a password gives `encrypted`. A page without text is an empty list. Rejects when the thread itself fails.
 */
export async function readDocument(path: string, options: ReadOptions): Promise<ReadResult> {
	clearTimeout(idleTimer);
	const reader = (current ??= startReader());
	reader.thread.ref();
	const id = ++lastId;
	return await new Promise<ReadResult>((resolve, reject) => {
		reader.waiting.set(id, { resolve, reject });
		reader.thread.postMessage({ id, path, ...options });
	});
}

/**
 * Ends the reader's thread if it is reading for nobody any more. One that rests may be wanted again, and ends by itself: it takes a
 * second to start.
 */
export async function leaveDocumentReader(): Promise<void> {
	if (current && current.waiting.size > 0) await closeDocumentReader();
}

/** Ends the reader's thread; documents it was still reading reject. It starts again by itself at the next document. */
export async function closeDocumentReader(): Promise<void> {
	clearTimeout(idleTimer);
	const ended = current;
	current = undefined;
	await ended?.thread.terminate();
}

function startReader(): Reader {
	// No inherited loader flags: the thread runs plain ESM whoever started the process (tsx, jest, node).
	const thread = new Worker(join(__dirname, 'readerWorker.mjs'), {
		execArgv: [],
		stdout: true,
		stderr: true,
	});
	// The recogniser prints its complaints about a bad image; the failed page already says so.
	thread.stdout.resume();
	thread.stderr.resume();
	const reader: Reader = { thread, waiting: new Map() };
	thread.on('message', ({ id, result, error }: { id: number; result?: ReadResult; error?: string }) => {
		const waiting = reader.waiting.get(id);
		reader.waiting.delete(id);
		if (result) waiting?.resolve(result);
		else waiting?.reject(new Error(error));
		if (reader.waiting.size === 0) rest(reader);
	});
	thread.on('error', (error) => abandon(reader, error));
	thread.on('exit', () => abandon(reader, new Error('The document reader ended before it answered')));
	return reader;
}

/** An idle thread neither keeps the process alive nor holds its memory for long. */
function rest(idle: Reader): void {
	idle.thread.unref();
	clearTimeout(idleTimer);
	idleTimer = setTimeout(() => {
		if (current === idle && idle.waiting.size === 0) void closeDocumentReader();
	}, idleMilliseconds);
	idleTimer.unref();
}

function abandon(reader: Reader, error: Error): void {
	if (current === reader) current = undefined;
	for (const { reject } of reader.waiting.values()) reject(error);
	reader.waiting.clear();
}

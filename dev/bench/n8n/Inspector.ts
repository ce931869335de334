import { once } from 'node:events';
import { request, WebSocket } from 'undici';

interface Reply {
	id: number;
	result?: { result?: { value: unknown }; exceptionDetails?: { text: string } };
	error?: { message: string };
}

/** Asks a process that was started with `--inspect` about itself, by the protocol of Node's debugger. */
export class Inspector {
	private asked = 0;
	private readonly waiting = new Map<number, (reply: Reply) => void>();

	private constructor(private readonly socket: WebSocket) {
		socket.addEventListener('message', ({ data }) => {
			const reply = JSON.parse(String(data)) as Reply;
			this.waiting.get(reply.id)?.(reply);
			this.waiting.delete(reply.id);
		});
		socket.addEventListener('close', () => {
			for (const [id, settle] of this.waiting) settle({ id, error: { message: 'The process hung up' } });
		});
	}

	/** @param port of the loopback interface, as in `--inspect=127.0.0.1:PORT` */
	static async connect(port: number): Promise<Inspector> {
		const { body } = await request(`http://127.0.0.1:${port}/json/list`);
		const [target] = (await body.json()) as Array<{ webSocketDebuggerUrl: string }>;
		if (!target) throw new Error('The process offers nothing to inspect');
		const socket = new WebSocket(target.webSocketDebuggerUrl);
		await once(socket, 'open');
		return new Inspector(socket);
	}

	/** The value of an expression in the process, as JSON can hold it. */
	async evaluate<T>(expression: string): Promise<T> {
		const { result } = await this.ask('Runtime.evaluate', { expression, returnByValue: true });
		if (result?.exceptionDetails) throw new Error(result.exceptionDetails.text);
		return result?.result?.value as T;
	}

	/** Twice, since what the first collection lets go of may hold more. */
	async collectGarbage(): Promise<void> {
		await this.ask('HeapProfiler.collectGarbage');
		await this.ask('HeapProfiler.collectGarbage');
	}

	close(): void {
		this.socket.close();
	}

	private async ask(method: string, params: object = {}): Promise<Reply> {
		const id = (this.asked += 1);
		const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
		this.socket.send(JSON.stringify({ id, method, params }));
		const answered = await reply;
		if (answered.error) throw new Error(`${method}: ${answered.error.message}`);
		return answered;
	}
}

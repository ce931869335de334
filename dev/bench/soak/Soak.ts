import { setTimeout as sleep } from 'node:timers/promises';
import { CREDENTIAL_TYPE } from '../../../test/support/names';
import { until } from '../../../test/e2e/support/until';
import type { RealN8n } from '../n8n/RealN8n';
import { Account } from './Account';
import { booksProblems, type Sent } from './books';
import { numbersOf, withDocument } from './documents';
import { disturb } from './faults';
import { momentLine, type Moment } from './report';
import { leftOpen, takeSample, type Sample } from './samples';

const MINUTE = 60_000;
/** Of 30 submissions that an account may make in a minute: the rest is for what goes wrong. */
const SUBMISSIONS_PER_MINUTE = 20;
/** Samples of a short run, so that it shows a slope. */
const LEAST_SAMPLES = 12;
const CREDITS = 1_000_000;
/** How long what is still open may take to close, and the last extractions to be announced. */
const SECONDS_TO_END = 180;

export class Soak {
	readonly moments: Moment[] = [];
	private accounts: Account[] = [];
	private readonly sent: Sent[] = [];
	private disturbed = 0;

	constructor(
		private readonly real: RealN8n,
		private readonly executions: number,
		private readonly minutes: number,
	) {}

	/** Opens the accounts, and sends each a document, so that everything is loaded. @returns what n8n holds at rest */
	async prepare(): Promise<Sample> {
		const { host, sandbox, credential } = this.real.n8n;
		const count = Math.ceil(this.executions / this.minutes / SUBMISSIONS_PER_MINUTE);
		sandbox.control.setCredits({ balance: CREDITS });
		for (let number = 1; number <= count; number++) {
			const key = `soak-${number}`;
			if (number > 1) sandbox.control.addKey({ key, credits: CREDITS });
			const data = { baseUrl: sandbox.baseUrl, apiKey: key };
			const own = number > 1 ? await host.client.createCredential(key, CREDENTIAL_TYPE, data) : credential;
			this.accounts.push(await Account.open(host, own, key));
		}
		await Promise.all(this.accounts.map(async () => await this.send()));
		await this.untilAnnounced();
		for (const account of this.accounts) await account.unwatch();
		const rest = await this.untilClosed((sample) => sample.connections === 0);
		for (const account of this.accounts) await account.watch();
		return rest;
	}

	/** Sends documents evenly over the time, with something going wrong on the way, and prints a line now and then. */
	async run(signal: AbortSignal, print: (line: string) => void): Promise<void> {
		const start = Date.now();
		const length = this.minutes * MINUTE;
		const every = Math.min(MINUTE, length / LEAST_SAMPLES);
		const underWay: Array<Promise<void>> = [];
		let nextSample = every;
		for (let number = 0; number < this.executions && !signal.aborted; number++) {
			const due = (number / this.executions) * length;
			while (nextSample <= due) {
				await pauseUntil(start + nextSample, signal);
				print(momentLine(await this.moment(start)));
				nextSample += every;
			}
			await pauseUntil(start + due, signal);
			if (disturb(this.real.n8n.sandbox.control, number)) this.disturbed += 1;
			underWay.push(this.send());
		}
		await Promise.all(underWay);
		this.real.n8n.sandbox.control.clearFaults();
		print(momentLine(await this.moment(start)));
	}

	/** @returns everything that is lost, twice, or still open */
	async problems(rest: Sample): Promise<string[]> {
		await this.untilAnnounced();
		for (const account of this.accounts) await account.unwatch();
		const end = await this.untilClosed((sample) => leftOpen(rest, sample).length === 0);
		const open = leftOpen(rest, end);
		return [
			...booksProblems(this.sent, this.real.n8n.sandbox.control.extractions(), this.announced()),
			...this.reasons(),
			...(open.length > 0 ? [`Left open: ${open.join(', ')}`] : []),
		];
	}

	summary(): string {
		const rows = this.sent.reduce((sum, each) => sum + (each.rows?.length ?? 0), 0);
		return `Documents: ${this.sent.length}, in ${this.accounts.length} accounts. Rows: ${rows}. Faults: ${this.disturbed}. Extractions announced: ${this.announced().length}.`;
	}

	/** Why executions failed, the most frequent reason first. */
	private reasons(): string[] {
		const counts = new Map<string, number>();
		for (const reason of this.accounts.flatMap(({ reasons }) => reasons))
			counts.set(reason, (counts.get(reason) ?? 0) + 1);
		const sorted = [...counts].sort(([, a], [, b]) => b - a);
		return sorted.map(([reason, count]) => `${count} executions failed: ${reason}`);
	}

	private announced() {
		return this.accounts.flatMap(({ announced }) => announced);
	}

	private async send(): Promise<void> {
		const number = this.sent.length;
		const sent: Sent = { numbers: numbersOf(number) };
		this.sent.push(sent);
		const account = this.accounts[number % this.accounts.length]!;
		try {
			const { filesFolder } = this.real.n8n.host;
			sent.rows = await withDocument(filesFolder, number, async (file) => await account.send(file));
		} catch (error) {
			sent.failure = (error as Error).message;
		}
	}

	private async sample(): Promise<Sample> {
		return await takeSample(this.real, Number(new URL(this.real.n8n.sandbox.baseUrl).port));
	}

	private async moment(start: number): Promise<Moment> {
		await this.readExecutions();
		// Of no use here, and it would grow.
		this.real.n8n.sandbox.control.clearRequests();
		const ended = this.sent.filter(({ rows, failure }) => rows ?? failure).length;
		const sample = await this.sample();
		const minute = (Date.now() - start) / MINUTE;
		const moment = { ...sample, minute, ended, announced: this.announced().length };
		this.moments.push(moment);
		return moment;
	}

	/** n8n's database may be away for a moment. */
	private async readExecutions(): Promise<void> {
		await orGiveUp('n8n to show what was announced', async () => {
			for (const account of this.accounts) await account.readExecutions();
			return true;
		});
	}

	/** Waits until every extraction is announced. What never is, is found in the books. */
	private async untilAnnounced(): Promise<void> {
		const { control } = this.real.n8n.sandbox;
		await orGiveUp('every extraction to be announced', async () => {
			for (const account of this.accounts) await account.readExecutions();
			const ids = new Set(this.announced().map(({ extractionId }) => extractionId));
			return control.extractions().every(({ extraction_id }) => ids.has(extraction_id));
		});
	}

	/** The first sample that will do, or the last. */
	private async untilClosed(isClosed: (sample: Sample) => boolean): Promise<Sample> {
		let last: Sample | undefined;
		await orGiveUp('n8n to close what it has open', async () => isClosed((last = await this.sample())));
		if (!last) throw new Error('n8n did not tell what it holds');
		return last;
	}
}

const pauseUntil = async (time: number, signal: AbortSignal): Promise<void> => {
	await sleep(Math.max(0, time - Date.now()), undefined, { signal }).catch(() => undefined);
};

const orGiveUp = async (what: string, check: () => Promise<boolean>): Promise<void> => {
	await until(what, check, { seconds: SECONDS_TO_END, everyMs: 2_000 }).catch(() => undefined);
};

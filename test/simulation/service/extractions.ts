import type { Clock } from '../virtual/clock';
import { documentOf, rowsOf, successfulPages, type Doc, type ModelRow } from './documents';
import { invalid, Refusal, RETRYABLE_FAILURES } from './errors';
import { isIdentifier, type Uploads } from './uploads';

/** What will become of the next extraction that is accepted. */
export interface Fate {
	/** Time that it takes. */
	seconds: number;
	/** It fails with this code. */
	fails?: string;
	/** Somebody cancels it in the dashboard. */
	cancelled?: boolean;
}

export interface Charge {
	extractionId: string;
	submissionId: string;
	/** The content of the documents that were charged. */
	docs: Doc[];
	credits: number;
}

export interface Extraction {
	id: string;
	submissionId: string;
	taskName: string;
	createdAt: number;
	status: 'processing' | 'input_required' | 'completed' | 'failed' | 'cancelled';
	endsAt: number;
	fate: Fate;
	docs: Array<{ doc: Doc; fileName: string; fileId: string }>;
	sessionId: string;
	prompt: unknown;
	structure: string;
	options: Record<string, unknown>;
	error?: { code: string; message: string; retryable: boolean; details: unknown };
	credits: number;
	reason?: 'user' | 'unanswered' | 'answers_rejected';
	cancelRequestedAt?: number;
	answerBy: number;
	isAnswered: boolean;
	viaWebApp: boolean;
	/** The run that made it. */
	by: string;
}

export interface Settings {
	credits: number;
	/** Extractions at the same time. */
	concurrent: number;
	/** Whether the question of an ambiguous document has a recommendation. */
	recommends: boolean;
	/** A newer service refuses an ID that was used for another request. */
	strictIds: boolean;
	fates: Fate[];
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Submissions, their states and their charges, as the contract has them. */
export class Extractions {
	readonly all: Extraction[] = [];

	readonly charges: Charge[] = [];

	/** Until when submissions are paused. */
	pausedUntil = 0;

	private accepted = 0;

	private waiting: Array<() => void> = [];

	constructor(
		private readonly settings: Settings,
		private readonly clock: Clock,
		private readonly uploads: Uploads,
		readonly now: () => number,
	) {}

	get reserved(): number {
		return this.all
			.filter(({ status }) => status === 'processing' || status === 'input_required')
			.reduce((sum, { docs }) => sum + docs.length, 0);
	}

	submit(body: Record<string, unknown>, by: string): Extraction {
		this.refresh();
		const {
			submission_id: id,
			upload_session_id: sessionId,
			file_ids: fileIds,
		} = body as { submission_id: string; upload_session_id: string; file_ids: string[] };
		this.checkBody(body);
		if (this.pausedUntil > this.now())
			throw new Refusal('SUBMISSIONS_PAUSED', { resumes_at: new Date(this.pausedUntil).toISOString() });
		// "Idempotent by `submission_id`: a retry returns the existing extraction."
		const existing = this.all.find(({ submissionId }) => submissionId === id);
		if (existing) return this.again(existing, body);
		const session = this.uploads.sessions.get(sessionId);
		if (!session) throw invalid({ message: 'there is no such upload session', path: ['upload_session_id'] });
		// "Only completed files may be named in a submission."
		const issues = fileIds.flatMap((fileId, index) =>
			session.files.get(fileId)?.state === 'completed'
				? []
				: [{ message: 'names a file that is not completed', path: ['file_ids', index] }],
		);
		if (issues.length > 0) throw invalid(...issues);
		const files = fileIds.map((fileId) => session.files.get(fileId)!);
		const docs = files.map(({ content, name, fileId }) => ({
			doc: documentOf(content!),
			fileName: name,
			fileId,
		}));
		return this.accept(body, docs, Math.max(...files.map(({ completedAt }) => completedAt)), by);
	}

	private checkBody({
		submission_id,
		upload_session_id,
		file_ids,
		task_name,
		prompt,
		output_structure,
	}: Record<string, unknown>): void {
		if (!isIdentifier(submission_id)) throw invalid({ message: 'no identifier', path: ['submission_id'] });
		if (!isIdentifier(upload_session_id))
			throw invalid({ message: 'no identifier', path: ['upload_session_id'] });
		if (!Array.isArray(file_ids) || file_ids.length === 0 || new Set(file_ids).size < file_ids.length)
			throw invalid({ message: 'file ids', path: ['file_ids'] });
		if (typeof task_name !== 'string' || task_name.length < 3 || task_name.length > 40)
			throw invalid({ message: '3-40 characters', path: ['task_name'] });
		if (typeof prompt === 'string' ? prompt.length > 2_500 : typeof prompt !== 'object')
			throw invalid({ message: 'no prompt', path: ['prompt'] });
		if (!['automatic', 'per_invoice', 'per_line_item'].includes(output_structure as string))
			throw invalid({ message: 'no structure', path: ['output_structure'] });
	}

	private again(existing: Extraction, body: Record<string, unknown>): Extraction {
		if (!this.settings.strictIds) return existing;
		const theirs: Record<string, unknown> = {
			upload_session_id: existing.sessionId,
			file_ids: existing.docs.map(({ fileId }) => fileId),
			prompt: existing.prompt,
			output_structure: existing.structure,
		};
		const differing = Object.keys(theirs).filter(
			(key) => JSON.stringify(theirs[key]) !== JSON.stringify(body[key]),
		);
		if (differing.length === 0) return existing;
		throw new Refusal('SUBMISSION_ID_ALREADY_USED', {
			extraction_id: existing.id,
			differing_fields: differing,
		});
	}

	private accept(
		body: Record<string, unknown>,
		docs: Extraction['docs'],
		uploadedAt: number,
		by: string,
	): Extraction {
		const fate = this.settings.fates[this.accepted] ?? { seconds: 20 };
		this.accepted += 1;
		const options = (body.options ?? {}) as Record<string, unknown>;
		const running = this.all.filter(({ status }) => status === 'processing').length;
		const extraction = this.add({
			submissionId: body.submission_id as string,
			sessionId: body.upload_session_id as string,
			taskName: body.task_name as string,
			prompt: body.prompt,
			structure: body.output_structure as string,
			options,
			docs,
			by,
			fate: running >= this.settings.concurrent ? { seconds: 1, fails: 'CONCURRENT_TASK_LIMIT' } : fate,
			// "Deadline for answers: 40 hours after the files were uploaded".
			answerBy: uploadedAt + 40 * HOUR,
		});
		if (this.settings.credits - this.reserved < 0)
			extraction.fate = { seconds: 1, fails: 'INSUFFICIENT_CREDITS' };
		return extraction;
	}

	/** An extraction that somebody started in the web app: it takes a place for that long. */
	elsewhere(seconds: number): void {
		const webApp = {
			taskName: 'From the web app',
			prompt: '',
			structure: 'automatic',
			options: {},
			docs: [],
			sessionId: '',
		};
		this.add({
			...webApp,
			submissionId: '',
			viaWebApp: true,
			by: 'web app',
			fate: { seconds },
			answerBy: Infinity,
		});
	}

	private add(
		given: Omit<
			Extraction,
			'id' | 'createdAt' | 'status' | 'endsAt' | 'credits' | 'isAnswered' | 'viaWebApp'
		> & { viaWebApp?: boolean },
	): Extraction {
		const id = `00000000-0000-4000-8000-${String(this.all.length + 1).padStart(12, '0')}`;
		const createdAt = this.now();
		const endsAt = createdAt + given.fate.seconds * 1_000;
		const extraction: Extraction = {
			viaWebApp: false,
			...given,
			id,
			createdAt,
			status: 'processing',
			endsAt,
			credits: 0,
			isAnswered: false,
		};
		this.all.push(extraction);
		return extraction;
	}

	/** Brings every extraction to where it is by now. */
	refresh(): void {
		for (const each of this.all) {
			if (each.status === 'input_required' && each.answerBy <= this.now()) this.cancelNow(each, 'unanswered');
			// "The extraction stops at its next opportunity."
			if (each.cancelRequestedAt && each.status === 'processing') this.cancelNow(each, 'user');
			if (each.status === 'processing' && each.endsAt <= this.now()) this.end(each);
		}
	}

	private end(extraction: Extraction): void {
		const { docs, fate, options } = extraction;
		if (fate.cancelled) return this.cancelNow(extraction, 'user');
		const failure = fate.fails ?? this.failureOf(extraction);
		if (failure) return this.fail(extraction, failure);
		if (
			options.ask_questions === true &&
			!extraction.isAnswered &&
			docs.some(({ doc }) => doc.trait === 'ambiguous')
		) {
			extraction.status = 'input_required';
			return;
		}
		extraction.status = 'completed';
		// "Charges one credit per successful page."
		this.charge(extraction);
	}

	private failureOf({ docs }: Extraction): string | undefined {
		if (docs.some(({ doc }) => doc.trait === 'encrypted')) return 'ENCRYPTED_FILE';
		if (docs.some(({ doc }) => doc.trait === 'too_many_pages')) return 'FILE_PAGE_LIMIT_EXCEEDED';
		const required = docs.reduce((sum, { doc }) => sum + doc.pages.length, 0);
		return required > this.settings.credits ? 'INSUFFICIENT_CREDITS' : undefined;
	}

	private fail(extraction: Extraction, code: string): void {
		const named = { ENCRYPTED_FILE: 'encrypted', FILE_PAGE_LIMIT_EXCEEDED: 'too_many_pages' }[code];
		const names = extraction.docs.filter(({ doc }) => doc.trait === named).map(({ fileName }) => fileName);
		const { credits } = this.settings;
		const details = named
			? { file_names: names }
			: code === 'INSUFFICIENT_CREDITS'
				? {
						credits_required: extraction.docs.length,
						credits_balance: credits,
						credits_reserved: this.reserved,
					}
				: null;
		extraction.status = 'failed';
		const message = `It failed because of ${code}`;
		extraction.error = { code, message, retryable: RETRYABLE_FAILURES.includes(code), details };
	}

	/** "Work done is charged": here, all of it. */
	private cancelNow(extraction: Extraction, reason: Extraction['reason']): void {
		Object.assign(extraction, { status: 'cancelled', reason });
		this.charge(extraction);
	}

	private charge(extraction: Extraction): void {
		const docs = extraction.docs.map(({ doc }) => doc).filter((doc) => successfulPages(doc) > 0);
		extraction.credits = docs.reduce((sum, doc) => sum + successfulPages(doc), 0);
		this.settings.credits -= extraction.credits;
		if (extraction.credits === 0) return;
		const { id: extractionId, submissionId, credits } = extraction;
		this.charges.push({ extractionId, submissionId, docs, credits });
	}

	get credits(): number {
		return this.settings.credits;
	}

	topUp(credits: number): void {
		this.settings.credits += credits;
	}

	find(id: string): Extraction {
		this.refresh();
		const found = this.all.find((each) => each.id === id && !each.viaWebApp);
		if (!found) throw new Refusal('EXTRACTION_NOT_FOUND');
		return found;
	}

	/** "With `wait`, the request is held until the extraction leaves `processing` or the time is up." */
	async held(id: string, seconds: number): Promise<Extraction> {
		const until = this.now() + seconds * 1_000;
		for (;;) {
			const extraction = this.find(id);
			const left = until - this.now();
			if (extraction.status !== 'processing' || left <= 0) return extraction;
			const pause = Math.max(1, Math.min(left, extraction.endsAt - this.now()));
			await Promise.race([
				this.clock.sleep(pause),
				new Promise<void>((resolve) => this.waiting.push(resolve)),
			]);
		}
	}

	cancel(id: string): Extraction {
		const extraction = this.find(id);
		if (extraction.status === 'completed' || extraction.status === 'failed')
			throw new Refusal('EXTRACTION_NOT_CANCELLABLE', { status: extraction.status });
		extraction.cancelRequestedAt ??= this.now();
		if (extraction.status === 'input_required') this.cancelNow(extraction, 'user');
		return extraction;
	}

	answer(id: string, answers: Array<{ question_id: string; accept_recommended?: boolean }>): Extraction {
		const extraction = this.find(id);
		if (!Array.isArray(answers) || answers.some(({ question_id }) => question_id !== 'date_order'))
			throw invalid({ message: 'never asked', path: ['answers', 0, 'question_id'] });
		if (answers.some(({ accept_recommended }) => accept_recommended === true) && !this.settings.recommends)
			throw invalid({ message: 'there is no recommendation', path: ['answers', 0, 'accept_recommended'] });
		if (extraction.status === 'input_required') {
			// "The extraction continues the moment every open question has an answer."
			Object.assign(extraction, { status: 'processing', isAnswered: true, endsAt: this.now() + 3_000 });
		}
		return extraction;
	}

	questions(extraction: Extraction): unknown[] {
		const choices = [
			{
				choice_id: 'day_first',
				label: 'Day first',
				...(this.settings.recommends ? { recommended: true } : {}),
			},
			{ choice_id: 'month_first', label: 'Month first' },
		];
		const scope = { level: 'extraction', applies_to: 'all documents' };
		const question = {
			question_id: 'date_order',
			type: 'single_choice',
			question: 'Day or month first?',
			scope,
			choices,
		};
		return extraction.status === 'input_required' ? [question] : [];
	}

	rows(extraction: Extraction): Array<ModelRow & { fileName: string; review: boolean }> {
		return extraction.docs.flatMap(({ doc, fileName }) =>
			rowsOf(doc).map((row) => ({ ...row, fileName, review: doc.trait === 'doubtful' && row.line === 1 })),
		);
	}

	isExpired(extraction: Extraction): boolean {
		// "output_expires_at: 90 days after submission."
		return extraction.createdAt + 90 * DAY <= this.now();
	}

	/** From now on extractions take their ordinary course. */
	calm(): void {
		this.settings.fates.length = 0;
		this.settings.concurrent = 1_000;
		this.pausedUntil = 0;
	}

	wake(): void {
		for (const each of this.waiting.splice(0)) each();
	}
}

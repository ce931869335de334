import { ANSWER_DEADLINE_MS, CANCEL_DELAY_MS, QUESTIONS_MAIL_MS, QUESTIONS_REMINDER_MS } from '../limits';
import { PROCESSING_FAILURES } from '../errors';
import { mail } from './mails';
import type { MailAbout } from '../state/mail';
import { credits } from '../state/Accounts';
import type { CancellationReason, Extraction, Failure } from '../state/extraction';
import type { Question } from '../documents/types';
import type { World } from '../world';
import { end, setStatus } from './ending';
import { outcomeOf } from './outcomeOf';
import { progressOf } from './progress';
import type { Outcome } from './syntheticRows';

/** Starts a stretch of processing at `from` (clock time) and ends it when its time is over. */
export function startProcessing(world: World, extraction: Extraction, from: number): void {
	setStatus(extraction, 'processing');
	extraction.stepStartedAt = from;
	extraction.stepDueAt = from + (extraction.plan.processingMs ?? world.processingMs);
	const outcome = outcomeOf(world, extraction);
	// An extraction cancelled or deleted meanwhile loses its files; that reading them then fails concerns nobody.
	outcome.catch(() => undefined);
	let calledOff = false;
	const drop = world.clock.at(extraction.stepDueAt, async () => {
		try {
			const result = await outcome;
			if (calledOff) return;
			if (extraction.plan.cancelled) cancel(world, extraction, 'user');
			else conclude(world, extraction, result);
		} catch (error) {
			if (calledOff) return;
			console.error('sandbox: processing failed', error);
			fail(world, extraction, { code: 'INTERNAL_ERROR' });
		}
	});
	extraction.callOff.push(() => {
		calledOff = true;
		drop();
	});
}

/** Begins an accepted submission: at once, or after the unknown status that is planned for it. */
export function begin(world: World, extraction: Extraction): void {
	const { plan, createdAt } = extraction;
	if (plan.status === undefined) return startProcessing(world, extraction, createdAt);
	setStatus(extraction, plan.status);
	extraction.callOff.push(
		world.clock.at(createdAt + (plan.forMs ?? 0), (dueAt) => startProcessing(world, extraction, dueAt)),
	);
}

function conclude(world: World, extraction: Extraction, outcome: Outcome): void {
	if (outcome.kind === 'failed') return fail(world, extraction, outcome);
	if (outcome.kind === 'questions') return ask(world, extraction, outcome.questions);
	const { account, reserved } = extraction;
	const required = outcome.pages.successful_count;
	if (account.balance - account.reserved + reserved < required) {
		const details = { credits_required: required, ...credits(account) };
		return fail(world, extraction, { code: 'INSUFFICIENT_CREDITS', details });
	}
	const { kind: _kind, ...result } = outcome;
	extraction.result = { ...result, outputs: ['xlsx', 'csv', 'json'] };
	extraction.outputStructure = outcome.outputStructure;
	end(world, extraction, 'completed', required);
}

/** Ends an extraction in failure; message and retryable come from the contract's table where not given. */
export function fail(
	world: World,
	extraction: Extraction,
	failure: Partial<Failure> & { code: string },
): void {
	const known = PROCESSING_FAILURES[failure.code];
	extraction.error = {
		code: failure.code,
		message: failure.message ?? known?.message ?? `The extraction failed with ${failure.code}.`,
		retryable: failure.retryable ?? known?.retryable ?? false,
		details: failure.details ?? null,
	};
	extraction.refused ||= REFUSALS.has(failure.code);
	end(world, extraction, 'failed', 0);
}

/** Failures that come before any processing: nobody is emailed about them. */
const REFUSALS = new Set(['CONCURRENT_TASK_LIMIT', 'VALIDATION_FAILED']);

/** Stops for questions until they are answered or the deadline passes. */
export function ask(world: World, extraction: Extraction, questions: Question[]): void {
	extraction.questionRound += 1;
	extraction.openQuestions = questions.map((question) => ({ ...question }));
	for (const question of questions) extraction.asked.set(question.question_id, question);
	extraction.answerBy ||= extraction.filesUploadedAt + ANSWER_DEADLINE_MS;
	setStatus(extraction, 'input_required');
	const { answerBy, callOff } = extraction;
	const now = world.clock.now();
	const remind = (at: number, about: MailAbout) => {
		if (at > now && at < answerBy) callOff.push(world.clock.at(at, () => mail(world, extraction, about)));
	};
	remind(now + QUESTIONS_MAIL_MS, 'questions');
	remind(answerBy - QUESTIONS_REMINDER_MS, 'questions_reminder');
	callOff.push(world.clock.at(answerBy, () => cancel(world, extraction, 'unanswered')));
}

/** Credits for the work done so far, by a page per file: the share of the files that the progress says. */
const workDone = (world: World, extraction: Extraction) =>
	Math.floor((extraction.fileNames.length * progressOf(world, extraction)) / 100);

/** Ends an extraction as cancelled and charges the work done. */
export function cancel(
	world: World,
	extraction: Extraction,
	reason: CancellationReason,
	amount = workDone(world, extraction),
): void {
	extraction.cancellationReason = reason;
	extraction.openQuestions = [];
	end(world, extraction, 'cancelled', amount);
}

/** Records a cancellation; a processing extraction stops a little later, unless it finishes first. */
export function requestCancel(world: World, extraction: Extraction): void {
	if (extraction.cancelRequestedAt !== undefined) return;
	const now = world.clock.now();
	extraction.cancelRequestedAt = now;
	if (extraction.status === 'input_required') return cancel(world, extraction, 'user');
	world.clock.at(now + CANCEL_DELAY_MS, () => {
		if (!['completed', 'failed', 'cancelled'].includes(extraction.status)) cancel(world, extraction, 'user');
	});
}

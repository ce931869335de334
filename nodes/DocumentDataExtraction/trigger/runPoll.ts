import { createHash } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../api/account';
import { openApi } from '../api/connection';
import { BRIEF } from '../api/retry';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { Answering, type Answer, type Step } from './answering';
import { commit, type TriggerOptions } from './commit';
import { withDeadline } from './deadline';
import { TRIGGER_LIMITS } from './limits';
import { pollSteps } from './poll';
import { readSettings, type TriggerSettings } from './settings';
import { readState, writeState, type TriggerStorage } from './storage';

/** What a poll may take at most, in milliseconds: less than the shortest interval, a minute. */
const LONGEST_MS = 45_000;

/**
 * The part of its time after which a poll begins no new step of a kind. What has begun needs time to end, and slow lists must leave some to the
 * events that they bring.
 */
const BEGINNING_SHARE: Readonly<Record<Step['kind'], number>> = { list: 0.3, status: 0.45, event: 0.6 };

/** The time that n8n gives the poll; versions before 2.11 do not say. */
function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as IPollFunctions & { getPollBudgetMs?: () => number | undefined };
	return Math.max(1, Math.floor(Math.min(getPollBudgetMs?.call(context) ?? LONGEST_MS, LONGEST_MS)));
}

const storageOf = (context: IPollFunctions): TriggerStorage => ({
	node: context.getWorkflowStaticData('node'),
	workflow: context.getWorkflowStaticData('global'),
	nodeId: context.getNode().id,
});

/** A new key in the same credential is the same account; another credential, address or scope is not. */
function accountOf(context: IPollFunctions, baseUrl: string, { scope }: TriggerSettings): string {
	const credential = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, credential, scope]))
		.digest('base64url')
		.slice(0, 16);
}

/**
 * One poll of the scheduler: lists what changed, fetches what belongs to the events, and announces them.
 *
 * @returns null when there is nothing to announce
 */
export async function runPoll(poll: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const startedAt = Date.now();
	const budgetMs = budgetOf(poll);
	const context = withDeadline(poll, budgetMs);
	const settings = readSettings(context);
	const api = await openApi(context, { retry: BRIEF });
	const options: TriggerOptions = {
		account: accountOf(context, api.baseUrl, settings),
		wanted: settings.events,
		limits: TRIGGER_LIMITS,
	};
	const before = readState(storageOf(context), options.account);
	const answering = new Answering(api, context, settings, before === null);
	const steps = pollSteps<ListedExtraction, ExtractionStatus, INodeExecutionData[]>(before, {
		...options,
		nowMs: startedAt,
	});
	let step = steps.next();
	while (!step.done) {
		const isLate = Date.now() - startedAt > budgetMs * BEGINNING_SHARE[step.value.kind];
		const answer: Answer = isLate ? { kind: 'stop' } : await answering.answer(step.value);
		step = steps.next(answer);
	}
	// From here on without a pause: polls may overlap, and what is stored now decides what is still to be announced.
	const storage = storageOf(context);
	const { state, announcements } = commit(readState(storage, options.account), step.value, options);
	if (state) writeState(storage, state);
	const items = announcements.flatMap(({ payload }) => payload);
	return items.length > 0 ? items : null;
}

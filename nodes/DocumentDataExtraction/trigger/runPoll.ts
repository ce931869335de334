import { createHash } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../api/account';
import { openApi } from '../api/connection';
import { BRIEF } from '../api/retry';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { Answering, type Answer } from './answering';
import { commit, type TriggerOptions } from './commit';
import { TRIGGER_LIMITS } from './limits';
import { pollSteps } from './poll';
import { readSettings, type TriggerSettings } from './settings';
import { readState, writeState, type TriggerStorage } from './storage';

/** What a poll may take where n8n does not say (before 2.11), in milliseconds: less than the shortest interval of a minute. */
const USUAL_BUDGET_MS = 45_000;

/** The part of the budget after which nothing new is begun: a request may need its time. */
const BUDGET_SHARE = 0.6;

const budgetOf = (context: IPollFunctions): number => {
	const { getPollBudgetMs } = context as IPollFunctions & { getPollBudgetMs?: () => number | undefined };
	return Math.min(getPollBudgetMs?.call(context) ?? USUAL_BUDGET_MS, USUAL_BUDGET_MS) * BUDGET_SHARE;
};

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
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const startedAt = Date.now();
	const settings = readSettings(context);
	const api = await openApi(context, { retry: BRIEF });
	const options: TriggerOptions = {
		account: accountOf(context, api.baseUrl, settings),
		wanted: settings.events,
		limits: TRIGGER_LIMITS,
	};
	const answering = new Answering(api, context, settings);
	const steps = pollSteps<ListedExtraction, ExtractionStatus, INodeExecutionData[]>(
		readState(storageOf(context), options.account),
		{ ...options, nowMs: startedAt },
	);
	const budgetMs = budgetOf(context);
	let step = steps.next();
	while (!step.done) {
		const answer: Answer =
			Date.now() - startedAt > budgetMs ? { kind: 'stop' } : await answering.answer(step.value);
		step = steps.next(answer);
	}
	// From here on without a pause: polls may overlap, and what is stored now decides what is still to be announced.
	const storage = storageOf(context);
	const { state, announcements } = commit(readState(storage, options.account), step.value, options);
	if (state) writeState(storage, state);
	const items = announcements.flatMap(({ payload }) => payload);
	return items.length > 0 ? items : null;
}

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../api/account';
import { isOutOfTurn } from '../api/http/client';
import { TRIGGER_LIMITS } from './state';
import { PollRequests } from './ask';
import { Poll } from './poll';
import { beginPoll, withoutTurn, type Consequence } from './polls';
import { readSettings, type TriggerSettings } from './settings';
import {
	activationIn,
	isBehind,
	readState,
	writeActivation,
	writeState,
	type TriggerStorage,
} from './storage';
import { attempt } from '../shared/attempt';
import { sha256 } from '../shared/text';
import { steadyNow } from '../shared/time';

/** After this many polls in a row that got nowhere, the execution fails, so that the user sees it. */
const TOLD_AT = 3;

const storageOf = (context: IPollFunctions): TriggerStorage => ({
	node: context.getWorkflowStaticData('node'),
	workflow: context.getWorkflowStaticData('global'),
	workflowId: String(context.getWorkflow().id),
	nodeId: context.getNode().id,
});

const fingerprint = (parts: unknown[]): string => sha256(JSON.stringify(parts)).slice(0, 16);

/** A new key in the same credential is the same account; another credential, address or scope is not. */
const accountOf = (context: IPollFunctions, baseUrl: string, { scope }: TriggerSettings): string =>
	fingerprint([baseUrl, context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '', scope]);

const warn = (context: IPollFunctions, text: string): void =>
	context.logger.warn(`Document Data Extraction: ${text}`, { workflowId: context.getWorkflow().id });

/** A poll that may go on: its trigger, and what is known of it. */
type OpenPoll = NonNullable<Awaited<ReturnType<typeof openPoll>>>;

/** Reads who asks for what, and what the last poll has stored. Null if another poll for the same is under way. */
async function openPoll(context: IPollFunctions) {
	const begunAt = steadyNow();
	const nowMs = Date.now();
	const settings = readSettings(context);
	const requests = new PollRequests(context, settings);
	const storage = storageOf(context);
	const name = JSON.stringify([storage.workflowId, storage.nodeId]);
	const account = accountOf(context, await requests.open(), settings);
	const activatedMs = withoutTurn.get(name)?.sinceMs ?? activationIn(storage, account);
	const before = readState(storage, account);
	requests.isFirst = before === null;
	// n8n loads the workflow anew when it is published, and may drop what polls of the earlier one return.
	const purpose = { settings: fingerprint([account, settings]), loaded: storage.workflow };
	const end = beginPoll(name, purpose, requests.leftMs(), requests.isFirst);
	if (!end) return null;
	const options = { account, wanted: new Set(settings.events), limits: TRIGGER_LIMITS, activatedMs };
	const poll = new Poll(requests, options, before);
	return { storage, name, account, begunAt, sinceMs: activatedMs ?? nowMs, requests, poll, end };
}

/** Ends a poll that has failed. @throws the failure, unless it got no turn, and so has learned nothing */
function endFailed(context: IPollFunctions, opened: OpenPoll, error: unknown): null {
	const { storage, name, account, sinceMs, requests } = opened;
	if (requests.isFirst) writeActivation(storage, account, sinceMs);
	if (!isOutOfTurn(error)) throw error;
	const count = (withoutTurn.get(name)?.count ?? 0) + 1;
	withoutTurn.set(name, { count, sinceMs });
	warn(context, `rate limit reached, poll skipped (${count} in a row)`);
	if (count >= TOLD_AT) throw error;
	return null;
}

/**
 * Stores what a poll has learned.
 *
 * @param hasLearned whether there is anything to store
 * @returns whether the poll counts: its events may then be announced
 */
function commit(opened: OpenPoll, consequence: Consequence, hasLearned: boolean): boolean {
	const { storage, account, begunAt, requests, poll } = opened;
	const known = requests.isFirst ? readState(storage, account) : null;
	// Another first poll counts. n8n may keep what this one writes, and not what that one wrote.
	if (known) writeState(storage, known, false);
	const isDropped = consequence === 'drop' || consequence === 'yield';
	if (known || isDropped || isBehind(storage, account, begunAt)) return false;
	if (hasLearned) writeState(storage, poll.state, consequence === 'announce');
	return true;
}

/** Tells the log of n8n what the user should know of a poll. */
function logWarnings(context: IPollFunctions, { requests, poll }: OpenPoll, hasEvents: boolean): void {
	const { warnings } = poll;
	if (requests.usedUp.size > 0 && !hasEvents)
		warnings.add('this API key has no more requests in this minute. Events wait for what belongs to them.');
	if (requests.unreadable > 0) warnings.add(`${requests.unreadable} extractions in the list cannot be read`);
	for (const warning of warnings) warn(context, warning);
}

/**
 * One poll of the scheduler: lists what changed, fetches what belongs to the events, and announces them.
 *
 * @returns null if there is nothing to announce
 */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const opened = await openPoll(context);
	if (!opened) return null;
	const { name, requests, poll, end } = opened;
	const done = await attempt(async () => await poll.run());
	const items = done.ok ? poll.announced.flatMap((announced) => announced.items) : [];
	const hasEvents = items.length > 0;
	const consequence = end(hasEvents);
	if (!done.ok) return endFailed(context, opened, done.error);
	// A poll that has only hung does not end a row of polls without a turn.
	if (requests.succeeded > 0) withoutTurn.delete(name);
	if (!commit(opened, consequence, done.value)) return null;
	logWarnings(context, opened, hasEvents);
	if (!hasEvents && requests.tooSlow) throw requests.tooSlow;
	return hasEvents ? items : null;
}

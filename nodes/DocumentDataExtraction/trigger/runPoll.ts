import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../api/account';
import { isOutOfTurn } from '../api/http/client';
import { TRIGGER_LIMITS } from './state';
import { PollRequests } from './ask';
import { Poll } from './poll';
import { beginPoll, withoutTurn } from './polls';
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

/** Ends a poll that got no turn and so has learned nothing. */
function noTurn(context: IPollFunctions, name: string, sinceMs: number, error: unknown): null {
	const count = (withoutTurn.get(name)?.count ?? 0) + 1;
	withoutTurn.set(name, { count, sinceMs });
	warn(context, `rate limit reached, poll skipped (${count} in a row)`);
	if (count >= TOLD_AT) throw error;
	return null;
}

/**
 * One poll of the scheduler: lists what changed, fetches what belongs to the events, and announces them.
 *
 * @returns null if there is nothing to announce
 */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const begunAt = steadyNow();
	const nowMs = Date.now();
	const settings = readSettings(context);
	const requests = new PollRequests(context, settings);
	const storage = storageOf(context);
	const name = JSON.stringify([storage.workflowId, storage.nodeId]);
	const account = accountOf(context, await requests.open(), settings);
	const activatedMs = withoutTurn.get(name)?.sinceMs ?? activationIn(storage, account);
	const before = readState(storage, account);
	const isFirst = before === null;
	// n8n loads the workflow anew when it is published, and may drop what polls of the earlier one return.
	const purpose = { settings: fingerprint([account, settings]), loaded: storage.workflow };
	const end = beginPoll(name, purpose, requests.leftMs(), isFirst);
	if (!end) return null;
	requests.isFirst = isFirst;
	const options = { account, wanted: new Set(settings.events), limits: TRIGGER_LIMITS, activatedMs };
	const poll = new Poll(requests, options, before);
	const done = await attempt(async () => await poll.run());
	const items = done.ok ? poll.announced.flatMap((announced) => announced.items) : [];
	const consequence = end(items.length > 0);
	if (!done.ok) {
		if (isFirst) writeActivation(storage, account, activatedMs ?? nowMs);
		if (!isOutOfTurn(done.error)) throw done.error;
		return noTurn(context, name, activatedMs ?? nowMs, done.error);
	}
	// A poll that has only hung does not end a row of polls without a turn.
	if (requests.succeeded > 0) withoutTurn.delete(name);
	const known = before ? null : readState(storage, account);
	// Another first poll counts. n8n may keep what this one writes, and not what that one wrote.
	if (known) writeState(storage, known, false);
	const isDropped = consequence === 'drop' || consequence === 'yield';
	if (known || isDropped || isBehind(storage, account, begunAt)) return null;
	if (done.value) writeState(storage, poll.state, consequence === 'announce');
	const { warnings } = poll;
	if (requests.usedUp.size > 0 && items.length === 0)
		warnings.add('this API key has no more requests in this minute. Events wait for what belongs to them.');
	if (requests.unreadable > 0) warnings.add(`${requests.unreadable} extractions in the list cannot be read`);
	for (const warning of warnings) warn(context, warning);
	if (items.length === 0 && requests.tooSlow) throw requests.tooSlow;
	return items.length > 0 ? items : null;
}

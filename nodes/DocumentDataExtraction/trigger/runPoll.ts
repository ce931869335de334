import { createHash } from 'crypto';
import type {
	INode,
	INodeExecutionData,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../api/account';
import { withCancelSignal } from '../api/http/cancelSignal';
import { isOutOfTurn, createClient } from '../api/http/client';
import { BRIEF } from '../api/http/retry';
import type { ExtractionStatus, ListedExtraction } from '../api/schemas/extractions';
import { isKeyCode, isServiceError, type ServiceFailure } from '../api/errors/ServiceError';
import { toNodeError } from '../nodeError';
import { commit } from './machine/commit';
import type { PollFindings } from './machine/findings';
import { TRIGGER_LIMITS } from './machine/limits';
import { pollSteps } from './machine/pollSteps';
import type { PollOptions } from './machine/steps';
import { Pace } from './Pace';
import { PollRequests } from './PollRequests';
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
import { steadyNow } from '../shared/time';
import { beginPoll } from './underWay';

/** After this many polls in a row that got nowhere, the execution fails, so that the user sees it. */
const TOLD_AT = 3;

/** How many polls in a row have got nowhere, and when the first of them began, by trigger. A trigger whose poll gets somewhere is removed. */
const nowhere = new Map<string, { count: number; sinceMs: number }>();

const storageOf = (context: IPollFunctions): TriggerStorage => ({
	node: context.getWorkflowStaticData('node'),
	workflow: context.getWorkflowStaticData('global'),
	workflowId: String(context.getWorkflow().id),
	nodeId: context.getNode().id,
});

const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** A new key in the same credential is the same account; another credential, address or scope is not. */
const accountOf = (context: IPollFunctions, baseUrl: string, { scope }: TriggerSettings): string =>
	fingerprint([baseUrl, context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '', scope]);

const filterOf = ({ submissionMethod, taskNameContains }: TriggerSettings): string =>
	submissionMethod === undefined && taskNameContains === ''
		? ''
		: fingerprint([submissionMethod, taskNameContains]);

const warn = (context: IPollFunctions, text: string): void =>
	context.logger.warn(`Document Data Extraction: ${text}`, { workflowId: context.getWorkflow().id });

/** Ends a poll that got no turn and so has learned nothing. */
function noTurn(context: IPollFunctions, name: string, sinceMs: number, error: unknown): null {
	const count = (nowhere.get(name)?.count ?? 0) + 1;
	nowhere.set(name, { count, sinceMs });
	warn(context, `poll ${count} in a row found no free request`);
	if (count >= TOLD_AT) throw error;
	return null;
}

/**
 * One poll of the scheduler: lists what changed, fetches what belongs to the events, and announces them.
 *
 * @returns null if there is nothing to announce
 */
export async function runPoll(poll: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const begunAt = steadyNow();
	const pace = Pace.of(poll);
	const nowMs = Date.now();
	// A poll has no stop button: its own time cuts requests off.
	const context = withCancelSignal(poll, () => pace.signal);
	const storage = storageOf(context);
	const settings = readSettings(context);
	const turn = { withinMs: () => pace.leftMs() };
	const name = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const api = await createClient(context, {
		retry: BRIEF,
		pollOf: name,
		turnWithinMs: () => turn.withinMs(),
	});
	const account = accountOf(context, api.baseUrl, settings);
	const activatedMs = nowhere.get(name)?.sinceMs ?? activationIn(storage, account);
	const options: PollOptions = {
		account,
		filter: filterOf(settings),
		wanted: new Set(settings.events),
		limits: TRIGGER_LIMITS,
		nowMs,
		activatedMs,
	};
	const before = readState(storage, account);
	const begun = beginPoll(
		name,
		// n8n loads the workflow anew when it is published, and may drop what polls of the earlier one return.
		{ settings: fingerprint([account, settings]), loaded: storage.workflow },
		pace.leftMs(),
		before === null,
	);
	if (!begun) return null;
	const requests = new PollRequests(api, context, settings, pace, before === null);
	turn.withinMs = () => requests.turnWithinMs();
	const found = await attempt(async () => {
		const steps = pollSteps<ListedExtraction, ExtractionStatus, INodeExecutionData[]>(before, options);
		let step = steps.next();
		while (!step.done) step = steps.next(await requests.resultOf(step.value));
		return step.value;
	});
	const isOvertaken = begun.end();
	if (!found.ok) {
		if (!before) writeActivation(storage, account, activatedMs ?? nowMs);
		if (!isOutOfTurn(found.error)) throw found.error;
		return noTurn(context, name, activatedMs ?? nowMs, found.error);
	}
	nowhere.delete(name);
	if (isOvertaken || isBehind(storage, account, begunAt)) return null;
	const items = concludePoll(context, storage, found.value, options, requests);
	if (items.length === 0 && requests.gotNowhere) throw requests.gotNowhere;
	return items.length > 0 ? items : null;
}

/** Commits without waiting for anything: polls may overlap, so what is stored now decides what is still to be announced. */
function concludePoll(
	context: IPollFunctions,
	storage: TriggerStorage,
	findings: PollFindings<ListedExtraction, ExtractionStatus, INodeExecutionData[]>,
	options: PollOptions,
	requests: PollRequests,
): INodeExecutionData[] {
	const { state, announcements, full } = commit(readState(storage, options.account), findings, options);
	const items = announcements.flatMap(({ payload }) => payload);
	if (state) writeState(storage, state, items.length > 0);
	if (full)
		warn(
			context,
			'more extractions are open or have just ended than the trigger can remember. The others wait for room, and are announced later.',
		);
	if (requests.unreadable > 0) warn(context, `${requests.unreadable} extractions in the list cannot be read`);
	return items;
}

/** What newer versions of n8n read to let a trigger that cannot succeed poll less often. Older ones ignore it. */
interface PollFailure {
	cause: 'rate-limited' | 'credential-invalid' | 'temporarily-unavailable';
	retryAfterMs?: number;
}

function causeOf({ code, retryable, retryAfterMs }: ServiceFailure): PollFailure | undefined {
	if (isKeyCode(code)) return { cause: 'credential-invalid' };
	if (!retryable) return undefined;
	const cause = code === 'RATE_LIMITED' ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The node error of a failed poll. */
export function pollError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error);
	const failure = isServiceError(error) ? causeOf(error.failure) : undefined;
	return failure ? Object.assign(nodeError, { failure }) : nodeError;
}

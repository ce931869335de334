import { createHash } from 'crypto';
import { LIMITS } from '../api/limits';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What makes a run of the node the same run when it is tried again. */
export interface RunIdentity {
	instanceId: string;
	workflowId: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
}

/** An id for one batch of one run: the same when n8n tries the node again, another for another run or another request. */
export function derivedId(run: RunIdentity, batch: number, request: unknown): string {
	const parts = [run.instanceId, run.workflowId, run.executionId, run.nodeId, run.runIndex, batch, request];
	return `n8n-${digest(JSON.stringify(parts)).slice(0, 40)}`;
}

/** Appends to an id without leaving the length that the contract allows; what is cut off lives on in a short digest. */
function withSuffix(id: string, suffix: string): string {
	if (id.length + suffix.length <= LIMITS.identifier.max) return id + suffix;
	const mark = `-${digest(id).slice(0, 12)}`;
	return id.slice(0, LIMITS.identifier.max - mark.length - suffix.length) + mark + suffix;
}

/** The id of a batch, from 1, of a request that had to be split. */
export const batchId = (id: string, batch: number): string =>
	batch === 1 ? id : withSuffix(id, `-b${batch}`);

/** The id of a repetition, from 1: a service that keeps a failed task under an id wants the next in the series. */
export const seriesId = (id: string, repetition: number): string =>
	repetition === 1 ? id : withSuffix(id, `-${repetition}`);

/** File ids within a session: by place, so that the same files get the same ids. */
export const fileIdAt = (index: number): string => `file-${index + 1}`;

import { Engine } from './Engine';
import type { EngineOptions } from './options';

export type { ToolCall, ToolFace } from './nodeTypes/agentType';
export type { CredentialTestResult } from './credentials/testCredential';
export type { CredentialMap } from './credentials/GivenCredentials';
export type { BinaryMode } from './core/core';
export type { Engine } from './Engine';
export type { Started } from './execution/execute';
export type { NodeTypeMap } from './nodeTypes/KnownNodeTypes';
export type { EngineOptions, RunAsToolOptions, RunNodeOptions, RunOptions } from './options';
export type { ListSearchOptions, PickListOptions } from './pickLists';
export type { Poller, PollerOptions, PollMode, PollResult } from './polling/Poller';
export type { NodeRun, Run } from './execution/Run';
export type { Persistence, Scheduler, SchedulerOptions } from './polling/Scheduler';
export type { ParkedExecution, WaitingExecutions } from './waiting/WaitingExecutions';
export type { NodeLike, WorkflowLike } from './workflow';

/**
 * Starts n8n's real engine (n8n-core) in this process. Several engines may be open at a time; they share one
 * temporary folder, which the last one to close removes.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	return await Engine.open(options);
}

import { Engine } from './engine';
import type { EngineOptions } from './options';

export type { ToolCall, ToolFace } from './agent-type';
export type { CredentialTestResult } from './credential-test';
export type { CredentialMap } from './credentials';
export type { BinaryMode } from './core';
export type { Engine } from './engine';
export type { Started } from './execute';
export type { NodeTypeMap } from './node-types';
export type { EngineOptions, RunAsToolOptions, RunNodeOptions, RunOptions } from './options';
export type { ListSearchOptions, PickListOptions } from './pick-lists';
export type { Poller, PollerOptions, PollMode, PollResult } from './poller';
export type { NodeRun, Run } from './run';
export type { Persistence, Scheduler, SchedulerOptions } from './scheduler';
export type { NodeLike, WorkflowLike } from './workflow';

/**
 * Starts n8n's real engine (n8n-core) in this process. Several engines may be open at a time; they share one
 * temporary folder, which the last one to close removes.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	return await Engine.open(options);
}

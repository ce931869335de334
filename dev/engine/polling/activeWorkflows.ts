import type { ActiveWorkflows } from 'n8n-core';
import type { Core } from '../core/core';

/** What a poll is registered as: called at every tick. */
export type Tick = () => Promise<void>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** n8n's own keeper of active triggers. Its ticks are not left to a clock but handed out. */
export function activeWorkflows(core: Core, onTick: (tick: Tick) => void): ActiveWorkflows {
	/* eslint-disable @typescript-eslint/no-require-imports -- as in core.ts: after n8n-core has been loaded in its own environment */
	const { Container } = require('@n8n/di') as typeof import('@n8n/di');
	const { TriggersAndPollers } =
		require('n8n-core/dist/execution-engine/triggers-and-pollers') as typeof import('n8n-core/dist/execution-engine/triggers-and-pollers');
	/* eslint-enable @typescript-eslint/no-require-imports */
	type Parts = ConstructorParameters<typeof ActiveWorkflows>;
	const scheduledTasks = {
		registerCron: (_context: unknown, tick: Tick) => onTick(tick),
		deregisterCrons: () => {},
	};
	return new core.ActiveWorkflows(
		silent as unknown as Parts[0],
		scheduledTasks as unknown as Parts[1],
		Container.get(TriggersAndPollers),
		silent as unknown as Parts[3],
		Container.get(core.Tracing),
	);
}

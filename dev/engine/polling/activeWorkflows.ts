import type { ActiveWorkflowTriggers } from 'n8n-core';
import type { Core } from '../core/core';

/** What a poll is registered as: called at every tick. Resolves once the poll is over. */
export type Tick = () => Promise<void>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** n8n's own keeper of active triggers. Its ticks are not left to a clock but handed out. */
export function activeWorkflows(core: Core, onTick: (tick: Tick) => void): ActiveWorkflowTriggers {
	/* eslint-disable @typescript-eslint/no-require-imports -- as in core.ts: after n8n-core has been loaded in its own environment */
	const { Container } = require('@n8n/di') as typeof import('@n8n/di');
	const { TriggersAndPollers } =
		require('n8n-core/dist/execution-engine/triggers-and-pollers') as typeof import('n8n-core/dist/execution-engine/triggers-and-pollers');
	/* eslint-enable @typescript-eslint/no-require-imports */
	type Parts = ConstructorParameters<typeof ActiveWorkflowTriggers>;
	// n8n waits for no poll that a tick begins. Each poll is one span, which tells when it is over.
	const tracing = Container.get(core.Tracing);
	let poll: Promise<unknown> = Promise.resolve();
	const startSpan: typeof tracing.startSpan = (options, work) => {
		const span = tracing.startSpan(options, work);
		poll = span;
		return span;
	};
	const scheduledTasks = {
		deregisterCrons: () => false,
		registerCron: (_context: unknown, tick: () => void) =>
			onTick(async () => {
				tick();
				await poll;
			}),
	};
	return new core.ActiveWorkflowTriggers(
		silent as unknown as Parts[0],
		scheduledTasks as unknown as Parts[1],
		Container.get(TriggersAndPollers),
		silent as unknown as Parts[3],
		Object.create(tracing, { startSpan: { value: startSpan } }) as Parts[4],
	);
}

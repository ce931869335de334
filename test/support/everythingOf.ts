import { inspect } from 'node:util';
import type { NodeRun } from '../../dev/engine';

/** Everything that n8n keeps or shows of a run, hidden properties of errors included. */
export const everythingOf = (run: NodeRun): string =>
	inspect(run.raw, {
		depth: Infinity,
		maxStringLength: Infinity,
		maxArrayLength: Infinity,
		showHidden: true,
	}) + JSON.stringify([run.raw, run.error, run.items, run.secondOutput]);

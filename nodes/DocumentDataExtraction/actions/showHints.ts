import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint } from '../extraction/ledger/hints';

/** Shows notes on the node. */
export const showHints = (context: IExecuteFunctions, hints: Hint[]): void =>
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));

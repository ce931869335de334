import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint } from '../extraction/ledger/hints';
import { withoutTags } from '../shared/text';

/** Shows notes on the node. n8n shows them as HTML, which would cut a name such as `<a>.pdf`. */
export const showHints = (context: IExecuteFunctions, hints: Hint[]): void =>
	context.addExecutionHints(
		...hints.map((hint) => ({
			...hint,
			message: withoutTags(hint.message),
			location: 'outputPane' as const,
		})),
	);

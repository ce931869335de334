import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint } from '../extraction/account/hints';
import { withoutTags } from '../shared/text';

/** Shows notes on the node, each once. n8n shows them as HTML, which would cut a name such as `<a>.pdf`. */
export function showHints(context: IExecuteFunctions, hints: Hint[]): void {
	const byMessage = new Map(hints.map((hint) => [hint.message, hint]));
	context.addExecutionHints(
		...[...byMessage.values()].map((hint) => ({
			...hint,
			message: withoutTags(hint.message),
			location: 'outputPane' as const,
		})),
	);
}

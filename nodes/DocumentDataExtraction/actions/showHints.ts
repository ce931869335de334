import type { IExecuteFunctions } from 'n8n-workflow';
import { mergeFindings, type ExtractionFindings } from '../extraction/ledger/Account';
import { findingHints, type Hint } from '../extraction/ledger/hints';
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

/**
 * Shows the notes of all items of a run on the node.
 *
 * @param canSeparate whether the user could send the rows that need review to their own output, but does not
 */
export function showFindings(
	context: IExecuteFunctions,
	findings: ExtractionFindings[],
	canSeparate = false,
): void {
	showHints(context, findingHints(mergeFindings(findings), canSeparate));
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { mergeFindings, type ExtractionFindings } from '../../extraction/ledger/Account';
import { findingHints } from '../../extraction/ledger/hints';
import { showHints } from '../showHints';

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

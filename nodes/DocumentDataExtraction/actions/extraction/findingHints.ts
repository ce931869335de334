import type { IExecuteFunctions } from 'n8n-workflow';
import { findingHints, type ExtractionFindings } from '../../extraction/ledger/hints';
import { mergeFindings } from '../../extraction/ledger/statusFindings';

/** Shows on the node what the items of a run told. */
export function showFindings(context: IExecuteFunctions, findings: ExtractionFindings[]): void {
	const hints = findingHints(mergeFindings(findings));
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

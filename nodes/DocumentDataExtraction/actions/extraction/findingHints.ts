import type { IExecuteFunctions } from 'n8n-workflow';
import { findingHints, type ExtractionFindings } from '../../extraction/ledger/hints';
import { showHints } from '../showHints';
import { mergeFindings } from '../../extraction/ledger/statusFindings';

/** Shows on the node what the items of a run told. */
export function showFindings(context: IExecuteFunctions, findings: ExtractionFindings[]): void {
	showHints(context, findingHints(mergeFindings(findings)));
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { findingHints, type Findings } from '../../extraction/hints';
import { allFindings } from '../../extraction/statusFindings';

/** Shows on the node what the items of a run told. */
export function showFindings(context: IExecuteFunctions, findings: Findings[]): void {
	const hints = findingHints(allFindings(findings));
	context.addExecutionHints(...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })));
}

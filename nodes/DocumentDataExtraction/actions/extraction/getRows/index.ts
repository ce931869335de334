import type { IExecuteFunctions } from 'n8n-workflow';
import {
	keptBackText,
	type ExtractionFindings,
	type Hint,
	type KeptBack,
} from '../../../extraction/ledger/hints';
import { outputOrReason } from '../../../extraction/outputOrReason';
import { isTool } from '../../../parameters/execution';
import { readSeparateReview } from '../../../parameters/outputShape';
import type { ItemsByOutput, Operation } from '../../operation';
import { perItem } from '../../perItem';
import { showHints } from '../../showHints';
import { showFindings } from '../findingHints';
import { getRowsProperties, readRowsSettings } from './properties';
import { readRows } from './readRows';

export const getRows: Operation = {
	name: 'Get Rows',
	value: 'getRows',
	action: 'Get rows of extraction',
	description: 'Get the rows of a completed extraction, one item per row or invoice',
	properties: getRowsProperties,
	async execute(run) {
		const findings: ExtractionFindings[] = [];
		const keptBack: KeptBack[] = [];
		/** By their text: several extractions may give the same note. */
		const hints = new Map<string, Hint>();
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const settings = readRowsSettings(context, itemIndex);
			const read = await outputOrReason(
				api,
				{ ...settings, formats: ['json'] },
				async () => await readRows(api, settings, itemIndex),
			);
			findings.push(read.found);
			keptBack.push(read.keptBack);
			for (const hint of read.hints) hints.set(hint.message, hint);
			return read.outputs;
		})(run);
		showHints(run.context, [...hints.values()]);
		showFindings(run.context, findings, !readSeparateReview(run.context));
		showKeptBack(run.context, keptBack, outputs);
		return outputs;
	},
};

/** Tells that there is more: on the node, and to an AI agent, who sees no notes on nodes, as the last item. */
function showKeptBack(context: IExecuteFunctions, keptBack: KeptBack[], outputs: ItemsByOutput): void {
	const message = keptBackText(keptBack);
	if (message === undefined) return;
	showHints(context, [{ message, type: 'info' }]);
	if (isTool(context)) (outputs.review ?? outputs.main).push({ json: { note: message } });
}

import type { ExtractionFindings } from '../../../extraction/ledger/Account';
import { keptBackText, type Hint, type KeptBack } from '../../../extraction/ledger/hints';
import { outputOrReason } from '../../../extraction/outputOrReason';
import { isTool } from '../../../parameters/execution';
import { AT_MOST_IN_TOOL, readSeparateReview } from '../../../parameters/outputShape';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { showHints } from '../../showHints';
import { showFindings } from '../findingHints';
import { getRowsProperties, readRowsSettings, type RowsSettings } from './properties';
import { readRows, type RowsRead } from './readRows';

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
			if (isTool(context)) tellMore(read, settings);
			for (const hint of read.hints) hints.set(hint.message, hint);
			return read.outputs;
		})(run);
		showHints(run.context, [...hints.values()]);
		showFindings(run.context, findings, !readSeparateReview(run.context));
		const message = keptBackText(keptBack);
		if (message !== undefined) showHints(run.context, [{ message, type: 'info' }]);
		return outputs;
	},
};

/** Tells an AI agent, who sees no notes on nodes, as the last item that there is more, and how to go on. */
function tellMore({ keptBack, next, outputs }: RowsRead, { extractionId }: RowsSettings): void {
	const goOn = `${AT_MOST_IN_TOOL} To go on, call Get Rows with extraction_id ${extractionId} and Skip First Rows ${next}`;
	const note = keptBackText([keptBack], () => goOn);
	if (note !== undefined) (outputs.review ?? outputs.main).push({ json: { note } });
}

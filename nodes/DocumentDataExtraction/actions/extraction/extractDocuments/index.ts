import type { IExecuteFunctions } from 'n8n-workflow';
import { readDigests } from '../../../files/upload/contentDigest';
import { executionOf, latestAnswer } from '../../execution';
import { attempt } from '../../../shared/attempt';
import { valueOf } from '../../../shared/problems';
import { steadyNow } from '../../../shared/time';
import type { SessionFile } from '../../../files/input/InputFile';
import { batchesOf } from '../../batches';
import { type Operation, type OperationRun, failedItem, showHints } from '../../operation';
import { preflight } from '../../preflight';
import { collectGroups, readForIds, type ExtractionGroup } from './groups';
import { notesOf } from './notes';
import { checkOutput, extractDocumentsProperties, givesRows, requestFor } from './parameters';
import { entriesOf, render, type Ledger } from './render';
import { isFailure, refuseFailedPages, runExtractions } from './run';
import type { ExtractionJob } from './shapes';

/** The jobs of the groups that can be sent. */
const jobsOf = (context: IExecuteFunctions, groups: ExtractionGroup[], mayAsk: boolean): ExtractionJob[] =>
	groups.flatMap((group) => {
		const asked = valueOf(group.asked);
		const requestOf = (files: SessionFile[]) => requestFor(asked, files, mayAsk);
		const batches = batchesOf(context, group.files, asked.submissionId, requestOf);
		return batches.map((batch) => ({ group, asked, batch }));
	});

/** For the outputs that show the digests of the files. A file that cannot be read any more comes without: its rows are paid. */
async function addDigests({ api }: OperationRun, ledger: Ledger): Promise<void> {
	const files = entriesOf(ledger).map(({ file }) => file);
	await attempt(async () => await readDigests(files, api.signal));
}

export const extractDocuments: Operation = {
	name: 'Extract Documents',
	value: 'extractDocuments',
	action: 'Extract data from documents',
	description: 'Extract rows of data from invoices, receipts and other documents, in one step',
	forModel:
		'Extracts data from invoices and other documents (PDF, JPG, PNG). Takes links that open without a sign-in, one per line, and a prompt with the data to extract. Costs one credit a page; the same links with the same prompt cost nothing again. Returns at most 50 rows, those that need review with review_message, or the extraction_id if it takes longer',
	properties: extractDocumentsProperties,
	async execute(run) {
		const { context } = run;
		const latest = latestAnswer(context, steadyNow());
		// Notes when this execution began, before files are fetched and read.
		executionOf(context);
		const output = checkOutput(context);
		const found = await collectGroups(run, output);
		await readForIds(run, found);
		const { groups, notSent, refused } = preflight(context, found);
		if (!output.ok) return { main: refused.map(({ item, error }) => failedItem(context, error, item)) };
		const choice = output.value;
		const jobs = jobsOf(context, groups, choice.questions !== 'none');
		const done = await runExtractions(run, jobs, latest, choice);
		const ledger = { done, besides: notSent, refused };
		for (const one of done) if (isFailure(one)) notSent.get(one.group)?.push(...one.entries);
		if (!givesRows(choice)) await addDigests(run, ledger);
		showHints(context, notesOf(context, ledger, choice));
		if (!context.continueOnFail()) refuseFailedPages(done);
		return render(context, ledger, choice);
	},
};

import { readDigests } from '../../../files/upload/contentDigest';
import { executionOf, latestAnswer } from '../../execution';
import { attempt } from '../../../shared/attempt';
import { valueOf } from '../../../shared/problems';
import { steadyNow } from '../../../shared/time';
import { requestsOf } from '../../batches';
import { type Operation, type OperationRun, failedItem, showHints } from '../../operation';
import { preflight } from '../../preflight';
import { withoutFileHints } from '../../itemGroups';
import { collectGroups } from './groups';
import { notesOf } from './notes';
import { checkOutput, extractDocumentsProperties, givesRows, requestFor, type Output } from './parameters';
import { entriesOf, render, type Ledger } from './render';
import { isFailure, refuseFailedPages, runExtractions } from './run';

/**
 * For the outputs that show the digests of the files, and for the ID of what is about a file that no extraction covers. A file that cannot
 * be read any more comes without: its rows are paid.
 */
async function addDigests({ api }: OperationRun, ledger: Ledger, choice: Output): Promise<void> {
	const entries = entriesOf(ledger).filter(({ state }) => !givesRows(choice) || state === 'skipped');
	const files = entries.map(({ file }) => file);
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
		const { groups, notSent, refused } = preflight(
			context,
			found,
			({ asked }) => asked.ok && asked.value.submissionId.from !== 'execution',
		);
		if (!output.ok) return { main: refused.map(({ item, error }) => failedItem(context, error, item)) };
		const choice = output.value;
		const jobs = requestsOf(
			context,
			groups,
			({ asked }) => valueOf(asked).submissionId,
			({ asked }, files) => requestFor(valueOf(asked), files, choice.questions !== 'none'),
		).map((request) => ({ ...request, asked: valueOf(request.group.asked) }));
		const done = await runExtractions(run, jobs, latest, choice);
		const besides = new Map(notSent);
		for (const one of done)
			if (isFailure(one)) besides.set(one.group, [...(besides.get(one.group) ?? []), ...one.entries]);
		const ledger = { done, besides, refused };
		if (!givesRows(choice) || choice.addRowId) await addDigests(run, ledger, choice);
		showHints(context, [...notesOf(context, ledger, choice), ...withoutFileHints(context, found)]);
		if (!context.continueOnFail()) refuseFailedPages(done);
		return render(context, ledger, choice);
	},
};

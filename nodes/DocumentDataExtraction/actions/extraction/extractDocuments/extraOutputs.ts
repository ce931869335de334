import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Hint } from '../../../extraction/ledger/hints';
import type { LedgerEntry } from '../../../extraction/ledger/ledger';
import type { Extracted } from '../../../extraction/run/batch';
import type { ItemsByOutput } from '../../operation';
import { itemIndexesOf } from '../../perGroup';
import type { Books, Finished } from './bookkeeping';
import type { Output } from './parameters';
import { readableTime } from '../../../shared/time';
import { joinNames, plural } from '../../../shared/text';
import { withSourceFile } from './sourceFile';

/** The extractions of a run that ask questions. */
export const askingIn = (jobs: Finished[]): Extracted[] =>
	jobs
		.flatMap(({ made }) => made.flatMap((result) => (result.ok ? result.value.extracted : [])))
		.filter(({ status }) => status.status === 'input_required');

/** The questions of an extraction, the deadline, and the ID to answer to. */
function questionsItem({ files, status: asked, submissionId }: Extracted): INodeExecutionData {
	const { extraction_id, status, answer_by, questions } = asked;
	const json = { extraction_id, submission_id: submissionId, status, answer_by, questions };
	return { json: json as IDataObject, pairedItem: itemIndexesOf(files).map((item) => ({ item })) };
}

/** A file that the service does not take, for a node that converts it. It keeps what its item says, such as the sender of the mail. */
function unsupportedItem(context: IExecuteFunctions, { file, fileName, item, unsupported }: LedgerEntry) {
	const json = {
		...context.getInputData()[item]?.json,
		file_name: fileName,
		reason: unsupported?.reason,
		next_step: unsupported?.nextStep,
	};
	return withSourceFile({ json, pairedItem: { item } }, file);
}

/** The items of the outputs that the user has added for what is no row, in the order of the input. */
export function extraOutputs(
	context: IExecuteFunctions,
	{ jobs, books, choice }: { jobs: Finished[]; books: Books; choice: Output },
): Pick<ItemsByOutput, 'questions' | 'unsupported'> {
	const unsupported = books.ledger
		.filter(({ state }) => state === 'skipped')
		.sort((a, b) => a.item - b.item || a.file.position - b.file.position)
		.map((entry) => unsupportedItem(context, entry));
	return {
		...(choice.questions === 'ask' && { questions: askingIn(jobs).map(questionsItem) }),
		...(choice.unsupportedFiles === 'output' && { unsupported }),
	};
}

/** Says that the service waits for answers, and how to give them. */
export function questionHints(asking: Extracted[], timeZone: string): Hint[] {
	if (asking.length === 0) return [];
	const count = asking.reduce((sum, { status }) => sum + (status.questions?.length ?? 0), 0);
	const [first] = asking.flatMap(({ status }) => status.answer_by ?? []).sort();
	const until = first === undefined ? '' : ` and waits until ${readableTime(first, timeZone)}`;
	const message = `The service asks ${plural(count, 'question')}${until}. Answer ${count === 1 ? 'it' : 'them'} with Answer: Submit or Answer: Ask in a Form, or in the dashboard.`;
	return [{ type: 'warning', message }];
}

/** Says which files went to the output Unsupported. */
export function unsupportedHints(unsupported: LedgerEntry[]): Hint[] {
	if (unsupported.length === 0) return [];
	const names = joinNames(unsupported.map(({ fileName }) => fileName));
	const message = `${plural(unsupported.length, 'file')} went to the output Unsupported: ${names}`;
	return [{ type: 'info', message }];
}

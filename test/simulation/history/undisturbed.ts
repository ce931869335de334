import { rowsOf } from '../service/documents';
import {
	errorText,
	extractionsOf,
	failedItems,
	isBad,
	itemsOf,
	namesOf,
	pairing,
	rowsOut,
	textOf,
} from './observe';
import type { History, InputFile, Played } from './play';

/** What the request has behind it that a rerun cannot undo. */
function past(history: History, run: Played): { dead: boolean; otherFiles: boolean } {
	const earlier = extractionsOf(history, run.request).filter(({ by }) => by !== run.label);
	const ours = run.files.map(({ doc }) => doc.id);
	// An extraction of files that were uploaded over 40 hours ago has no time left for answers.
	const unanswered = extractionsOf(history, run.request).some(({ reason }) => reason === 'unanswered');
	const dead =
		unanswered ||
		earlier.some((each) => each.status === 'cancelled' || (each.status === 'completed' && each.isExpired));
	const otherFiles =
		history.plan.ids !== 'files' &&
		history.runs.some(
			(each) => each.request === run.request && each.files.some(({ doc }) => !ours.includes(doc.id)),
		);
	return { dead, otherFiles };
}

/** The files whose item fails (or whose error ends the run), by what the documents are and what was chosen. */
function failing({ plan }: History, run: Played): InputFile[] {
	const { ifPagesFail, separateReview, output } = plan.settings;
	const failPages = ifPagesFail === 'fail' && !(separateReview && output === 'rows');
	return run.files.filter((file) => isBad(file) || (failPages && file.doc.failedPages.length > 0));
}

/** The files of extractions that hand out their questions. */
function asking(history: History, run: Played): Set<string> {
	const { questions } = history.plan.settings;
	if (questions === 'none' || (questions === 'accept' && history.plan.service.recommends)) return new Set();
	const open = history.extractions.filter(
		({ status, reason }) => status === 'input_required' || reason === 'unanswered',
	);
	return new Set(
		open
			.flatMap(({ docs }) => docs.map(({ doc }) => doc.id))
			.filter((id) => run.files.some(({ doc }) => doc.id === id)),
	);
}

/**
 * "A rerun with the same ID ends like an undisturbed run": the last run of each request, with nothing in its way, hands
 * out what the documents hold, or says of those that cannot be had why.
 */
export function undisturbed(history: History, run: Played): string[] {
	if (!run.isLast) return [];
	const { settings } = history.plan;
	const { dead, otherFiles } = past(history, run);
	const text = `${errorText(run)}\n${textOf(failedItems(run).map(({ json }) => json))}`;
	if (dead && /in a new execution/.test(text)) return [];
	if (otherFiles) return [];
	const open = asking(history, run);
	// What has no recommendation has no output beside rows either.
	const failsAsking = settings.questions === 'accept' && settings.output === 'rows';
	const asked = failsAsking ? run.files.filter(({ doc }) => open.has(doc.id)) : [];
	const failed = [...failing(history, run).filter(({ doc }) => !open.has(doc.id)), ...asked];
	const names = (files: InputFile[]) => files.map(({ name, doc }) => `${name} (${doc.id})`).join(', ');
	if (run.outcome.end === 'error') {
		if (asked.length > 0 && /no recommendation/.test(text)) return [];
		if (settings.continueOnFail || failed.length === 0) return [`it failed: ${run.outcome.error?.message}`];
		return failed.some((file) => namesOf(history, file).some((name) => text.includes(name)))
			? []
			: [`the error names none of ${names(failed)}: ${run.outcome.error?.message}`];
	}
	if (failed.length > 0 && !settings.continueOnFail) return [`it succeeded in spite of ${names(failed)}`];
	// Without Source File nobody can tell the rows of a document with failed pages from the others.
	if (settings.excludeSourceFile && failed.some(({ doc }) => doc.failedPages.length > 0)) return [];
	const broken: string[] = [];
	const failedAt = new Set(failedItems(run).flatMap((item) => pairing(item) ?? []));
	for (const item of failedAt)
		if (!failed.some((file) => file.item === item)) broken.push(`item ${item} failed: ${text.slice(0, 300)}`);
	for (const file of failed)
		if (!failedAt.has(file.item)) broken.push(`${names([file])} did not fail its item`);
	const wanted = run.files.filter((file) => !failed.includes(file) && !open.has(file.doc.id));
	return broken.concat(settings.output === 'rows' ? missingRows(run, wanted) : missingEntries(run, wanted));
}

function missingRows(run: Played, wanted: InputFile[]): string[] {
	const expected = wanted.flatMap(({ doc }) =>
		rowsOf(doc).map(({ page, line }) => `${doc.id} ${page * 100 + line}`),
	);
	const found = rowsOut(run).map(({ key }) => key);
	const missing = expected.filter((key) => !found.includes(key));
	const extra = found.filter((key) => !expected.includes(key));
	return [
		...(missing.length > 0 ? [`rows are missing: ${missing.join(', ')}`] : []),
		...(extra.length > 0 ? [`rows came out that were not to: ${extra.join(', ')}`] : []),
	];
}

function missingEntries(run: Played, wanted: InputFile[]): string[] {
	const entries = itemsOf(run).flatMap(({ json }) =>
		Array.isArray(json.files) ? (json.files as Array<Record<string, unknown>>) : [],
	);
	return wanted
		.filter(({ item, field }) => !entries.some((entry) => entry.item === item && entry.field === field))
		.map(({ name, doc }) => `${name} (${doc.id}) is in no Summary`);
}

import type { IDataObject } from 'n8n-workflow';
import type { Document } from './documents';
import type { DemoRun } from './run';
import { reviewTable, rowsTable } from './tables';
import { COLUMNS, NODES } from './workflow';

const plural = (count: number, noun: string): string =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const sumOf = (summaries: IDataObject[], field: string): number =>
	summaries.reduce((sum, summary) => sum + Number(summary[field] ?? 0), 0);

function notesOf(summaries: IDataObject[]): string[] {
	const notes = summaries.flatMap(({ notes }) => notes as Array<{ topic: string; description: string }>);
	return notes.map(({ topic, description }) => `  ${topic}: ${description}`);
}

function failedPages(summaries: IDataObject[]): string[] {
	const reasons = summaries.flatMap(({ failure_reasons }) => failure_reasons as Array<{ message: string }>);
	return reasons.map(({ message }) => `  Failed: ${message}`);
}

/** What came of a finished run, for the terminal. */
export function report({ run, sent }: DemoRun, documents: Document[], files: string[]): string {
	const rows = run.output(NODES.rows, 0);
	const toReview = run.output(NODES.rows, 1);
	// A page that failed and a file without rows come out to be reviewed, too.
	const doubtful = toReview.filter(({ json }) => COLUMNS.some((name) => name in json));
	const summaries = run.output(NODES.spreadsheet).map(({ json }) => json);
	const credits = (name: string): number => Number(run.output(name)[0]?.json.credits_balance);
	const before = credits(NODES.creditsBefore);
	const between = credits(NODES.creditsBetween);
	const after = credits(NODES.creditsAfter);
	const notes = notesOf(summaries);
	return [
		`Rows: ${rows.length + doubtful.length}, of which ${rows.length} go on and ${doubtful.length} need review`,
		rowsTable([...rows, ...doubtful], documents),
		'',
		...(toReview.length > 0 ? ['To review', reviewTable(toReview, documents), ''] : []),
		...(notes.length > 0 ? ['What the service assumed', ...notes, ''] : []),
		`Pages: ${sumOf(summaries, 'pages_successful')} extracted, ${sumOf(summaries, 'pages_failed')} failed`,
		...failedPages(summaries),
		`Credits: ${before - between} charged, ${after.toLocaleString('en')} left`,
		'',
		`"${NODES.rows}" sent ${plural(sent.rows, 'part')} of ${plural(documents.length, 'file')} and was charged ${plural(before - between, 'credit')}.`,
		`"${NODES.spreadsheet}", with the same Submission ID, found that extraction again: ${plural(sent.spreadsheet, 'part')} sent, ${plural(between - after, 'credit')} charged.`,
		'',
		...files.map((path) => `Spreadsheet: ${path}`),
	].join('\n');
}

import type { Summary } from './summary';

export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const total = (summaries: Summary[], of: (summary: Summary) => number): number =>
	summaries.reduce((sum, summary) => sum + of(summary), 0);

function failedPages(summaries: Summary[]): string {
	const places = summaries
		.flatMap(({ failure_reasons }) => failure_reasons)
		.flatMap(({ message, affected_pages }) =>
			affected_pages.map(({ file_name, pages }) => `${file_name} page ${pages.join(', ')} (${message})`),
		);
	return places.length > 0 ? `: ${places.slice(0, 5).join('; ')}${places.length > 5 ? '; …' : ''}` : '';
}

/** Notes to show on the node, so that nothing that was left out or is doubtful goes unseen. */
export function hintsFor(summaries: Summary[], skippedFiles: string[], warnBelowCredits: number): Hint[] {
	const hints: Hint[] = [];
	const warn = (message: string) => hints.push({ message, type: 'warning' });
	const failed = total(summaries, ({ pages_failed }) => pages_failed);
	if (failed > 0)
		warn(`${plural(failed, 'page')} could not be extracted and gave no rows${failedPages(summaries)}`);
	if (skippedFiles.length > 0)
		warn(
			`${plural(skippedFiles.length, 'file')} skipped, because the type is not supported: ${skippedFiles.join(', ')}`,
		);
	const reviews = total(summaries, ({ review_count }) => review_count);
	if (reviews > 0) warn(`${plural(reviews, 'point')} in the rows to review`);
	const credits = summaries
		.map(({ credits_available }) => credits_available)
		.filter((value) => value !== null);
	// Credits only go down while the node runs, whichever extraction ended last.
	const left = Math.min(...credits);
	if (left < warnBelowCredits) warn(`Only ${plural(left, 'credit')} left`);
	return hints;
}

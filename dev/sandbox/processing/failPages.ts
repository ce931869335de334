import type { Outcome } from './syntheticRows';

const REASON = 'PROCESSING_FILE_SIZE_LIMIT_EXCEEDED';

/** The outcome with its last `count` successful pages failed instead, and their rows and review items gone. */
export function failPages<T extends Outcome>(outcome: T, count: number): T {
	if (outcome.kind !== 'completed' || count <= 0) return outcome;
	const { pages } = outcome;
	const kept = pages.successful.slice(0, Math.max(0, pages.successful.length - count));
	const lost = pages.successful.slice(kept.length);
	const lostKeys = new Set(lost.map(({ file_name, page }) => `${file_name}\n${page}`));
	const rows = outcome.rows.slice();
	const newNumbers = new Map<number, number>();
	const keptRows = rows.filter((row, index) => {
		const isKept = !lostKeys.has(`${row.fileName}\n${row.page}`);
		if (isKept) newNumbers.set(index + 1, newNumbers.size + 1);
		return isKept;
	});
	const byFile = new Map<string, number[]>();
	for (const { file_name, page } of lost) byFile.set(file_name, [...(byFile.get(file_name) ?? []), page]);
	return {
		...outcome,
		rows: keptRows,
		reviewItems: outcome.reviewItems.flatMap((item) => {
			if (item.output_row_numbers.length === 0) return [item];
			const numbers = item.output_row_numbers.flatMap((number) => newNumbers.get(number) ?? []);
			return numbers.length > 0 ? [{ ...item, output_row_numbers: numbers }] : [];
		}),
		pages: {
			successful_count: kept.length,
			failed_count: pages.failed_count + lost.length,
			successful: kept,
			failed: [...pages.failed, ...lost],
			failure_reasons: [
				...pages.failure_reasons,
				{
					code: REASON,
					message: 'Part of the PDF grew too large during processing.',
					affected_pages: [...byFile].map(([file_name, numbers]) => ({ file_name, pages: numbers })),
				},
			],
		},
	};
}

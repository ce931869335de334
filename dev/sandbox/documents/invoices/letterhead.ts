import { invoiceLabelAt } from '../fields/labels';
import { compact } from '../fields/normalise';
import type { Line } from '../reading/lines';

export type DocumentType = 'Invoice' | 'Credit Note' | 'Receipt';

const headLines = 8;
const titles: Array<[RegExp, DocumentType]> = [
	[/^(creditnote|creditmemo|gutschrift|avoir)/, 'Credit Note'],
	[/^(salesreceipt|receipt|quittung|kassenbon)/, 'Receipt'],
	[/^(taxinvoice|salesinvoice|invoice|rechnung|facture|factura)/, 'Invoice'],
];
const notAName = /^(page|seite|original|copy|duplicate|tel|phone|www|http|thank)/i;

/** What the page calls itself in its first lines, or null. */
export function documentTypeOf(lines: Line[]): DocumentType | null {
	for (const cell of lines.slice(0, headLines).flatMap((line) => line.cells)) {
		const title = titleOf(cell.text);
		if (title) return title;
	}
	return null;
}

/** The sender's name as the letterhead shows it: the first text of the page that is neither title, label, date nor number. */
export function letterheadOf(lines: Line[]): string | null {
	for (const cell of lines.slice(0, headLines).flatMap((line) => line.cells)) {
		const text = cell.text.trim();
		if (titleOf(text) || notAName.test(text)) continue;
		if (invoiceLabelAt(text)) return null;
		if (/\p{L}{3}/u.test(text) && !/^\d/.test(text)) return text;
	}
	return null;
}

function titleOf(text: string): DocumentType | null {
	// A company may be called "Invoice Services Ltd": a title is short, apart from a number.
	if (
		text
			.replace(/\S*\d\S*/g, '')
			.trim()
			.split(/\s+/).length > 3
	)
		return null;
	const words = compact(text);
	return titles.find(([shape]) => shape.test(words))?.[1] ?? null;
}

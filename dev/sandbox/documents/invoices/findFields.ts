import { invoiceLabelAt, type FoundLabel } from '../fields/labels';
import { invoiceFields, type InvoiceKey } from '../fields/vocabulary';
import type { Cell, Line } from '../reading/lines';
import { currencyIn } from '../values/amount';
import { rateIn, readValue, type ReadValue } from './values';

export type FieldValues = Partial<Record<InvoiceKey, ReadValue>>;

/** Labels whose text type would take any neighbour for a value: without a colon it must stand in a cell of its own. */
const needsColon = new Set<InvoiceKey>(['supplier', 'customer', 'remit_to', 'payment_terms', 'currency']);
/** A document's title: it names the number only when the number follows at once ("Invoice 4711"). */
const titles = new Set(['invoice', 'creditnote']);
/** How far below its label a value may stand, in text heights. */
const belowReach = 3.2;

/**
 * The labelled values of a page: "Label: value" and "Label value" in one cell, the value in the next cell, or below the
 * label. Of amounts the last one counts, as totals stand at the end; of anything else the first.
 */
export function findFields(lines: Line[]): FieldValues {
	const values: FieldValues = {};
	lines.forEach((line, lineIndex) => {
		line.cells.forEach((cell, cellIndex) => {
			const label = invoiceLabelAt(cell.text);
			if (!label) return;
			const { type } = invoiceFields[label.key];
			if (type !== 'amount' && values[label.key] !== undefined) return;
			const candidates = candidateTexts(lines, lineIndex, cellIndex, label);
			const text = candidates.find((candidate) => readValue(candidate, type) !== null);
			if (text === undefined) return;
			values[label.key] = readValue(text, type) ?? undefined;
			if (type === 'amount') noteRateAndCurrency(values, label.key, [cell.text, text]);
		});
	});
	return values;
}

function candidateTexts(
	lines: Line[],
	lineIndex: number,
	cellIndex: number,
	label: FoundLabel<InvoiceKey>,
): string[] {
	const cells = lines[lineIndex]?.cells ?? [];
	const cell = cells[cellIndex];
	const next = cells[cellIndex + 1];
	if (titles.has(label.label)) return /^\S*\d\S*$/.test(label.rest) ? [label.rest] : [];
	const candidates: string[] = [];
	if (label.rest !== '') {
		if (label.hasColon || !needsColon.has(label.key)) candidates.push(label.rest);
		// Words after a name's label without a colon ("From our catalogue") make it running text, not a label.
		else return [];
	}
	if (next && !isLabel(next.text)) candidates.push(next.text);
	if (cell && label.rest === '') candidates.push(...cellBelow(lines, lineIndex, cell));
	return candidates;
}

function cellBelow(lines: Line[], lineIndex: number, label: Cell): string[] {
	const from = lines[lineIndex];
	const below = lines[lineIndex + 1];
	if (!from || !below || below.y - from.y > from.height * belowReach) return [];
	const cell = below.cells.find((candidate) => candidate.left < label.right && candidate.right > label.left);
	return cell && !isLabel(cell.text) ? [cell.text] : [];
}

function isLabel(text: string): boolean {
	const label = invoiceLabelAt(text);
	return label !== null && (label.rest === '' || label.hasColon);
}

function noteRateAndCurrency(values: FieldValues, key: InvoiceKey, texts: string[]): void {
	for (const text of texts) {
		const rate = rateIn(text);
		if (key === 'tax_amount' && rate !== null) values.tax_rate ??= rate;
		const currency = currencyIn(text);
		if (currency) values.currency ??= currency;
	}
}

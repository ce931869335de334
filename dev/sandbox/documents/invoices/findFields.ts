import { invoiceFields, labelAt, type InvoiceKey, type Label } from '../fields';
import type { Line } from '../reading/lines';
import { readValue, type ReadValue } from '../values';

export type FieldValues = Partial<Record<InvoiceKey, ReadValue>>;

/** How far below its label a value may stand, in text heights. */
const BELOW = 3.2;

/**
 * The labelled values of a page: "Label: value" and "Label value" in one cell, the value in the next cell, or below the
 * label. Of amounts the last one counts, as totals stand at the end; of anything else the first.
 */
export function findFields(lines: Line[]): FieldValues {
	const values: FieldValues = {};
	lines.forEach(({ cells }, lineIndex) => {
		cells.forEach(({ text }, cellIndex) => {
			const label = labelAt(text);
			if (!label) return;
			const { type } = invoiceFields[label.key];
			if (type !== 'amount' && values[label.key] !== undefined) return;
			const texts = textsFor(label, lines.slice(lineIndex, lineIndex + 2), cellIndex);
			const found = texts.map((each) => readValue(each, type)).find((value) => value !== undefined);
			if (found !== undefined) values[label.key] = found;
		});
	});
	return values;
}

/** Where the value of a label may stand, the likeliest first. */
function textsFor({ key, rest, hasColon }: Label, [line, below]: Line[], index: number): string[] {
	// "From our catalogue" is running text: without a colon, the label of a name stands alone.
	if (rest && !hasColon && invoiceFields[key].type === 'text') return [];
	const { left, right } = line!.cells[index]!;
	const next = line!.cells[index + 1];
	const isNear = below && below.y - line!.y <= below.height * BELOW;
	const under = isNear && below.cells.find((cell) => cell.left < right && cell.right > left);
	const around = [next, ...(rest ? [] : [under || undefined])];
	return [rest, ...around.flatMap((cell) => (cell && !isLabel(cell.text) ? [cell.text] : []))];
}

function isLabel(text: string): boolean {
	const label = labelAt(text);
	return label !== undefined && (label.rest === '' || label.hasColon);
}

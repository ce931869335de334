import type { DateOrderMatter } from '../ambiguities/dateOrder';
import type { SupplierMatter } from '../ambiguities/supplierName';
import type { Column } from '../prompt/columns';
import type { PromptNote } from '../types';
import type { Wording } from '../wording/Wording';

/** What was assumed for the whole extraction, and how the next prompt could settle it. */
export function promptNotes(
	columns: Column[],
	dates: DateOrderMatter,
	supplier: SupplierMatter,
	wording: Wording,
): PromptNote[] {
	return [
		...unmatchedNote(columns, wording),
		...dateNote(dates, wording),
		...supplierNote(supplier, wording),
	];
}

const note = (topic: string, description: string, purpose: string, instructions: string[]): PromptNote => ({
	topic,
	description,
	suggested_prompt_additions: [{ purpose, instructions }],
});

function unmatchedNote(columns: Column[], { notFound, nameTheLabel }: Wording): PromptNote[] {
	const unmatched = columns
		.filter((column) => column.key === null && !column.printedLabel)
		.map(({ name }) => name);
	if (unmatched.length === 0) return [];
	const description = notFound.description(unmatched.map((name) => `"${name}"`).join(', '));
	return [note(notFound.topic, description, notFound.purpose, unmatched.map(nameTheLabel))];
}

function dateNote({ settled, doubts }: DateOrderMatter, wording: Wording): PromptNote[] {
	if (settled.state !== 'assumed') return [];
	const order = settled.choice === 'day_first' ? wording.dayFirst : wording.monthFirst;
	const { topic, description, purpose } = wording.dateOrder;
	const example = doubts[0]?.date.text ?? '';
	return [note(topic, description(example, order), purpose, [wording.readDates(order)])];
}

function supplierNote({ settled }: SupplierMatter, { supplierName }: Wording): PromptNote[] {
	if (settled.state !== 'assumed') return [];
	const { topic, description, purpose, instruction } = supplierName;
	return [note(topic, description, purpose, [instruction])];
}

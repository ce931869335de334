import { wordsFor, type FieldKey } from '../fields/vocabulary';
import type { Invoice } from '../invoices/invoices';
import type { ReadValue } from '../invoices/values';
import type { Column } from '../prompt/columns';
import type { DocumentRequest, GivenAnswer, Question } from '../types';
import { parseDate, type DateOrder, type ReadDate } from '../values/date';
import { promptText } from './promptText';
import { settle, type Settled } from './settle';

type AmbiguousDate = Extract<ReadDate, { kind: 'ambiguous' }>;

export interface DateDoubt {
	invoice: Invoice;
	key: FieldKey;
	date: AmbiguousDate;
}

export interface DateOrderMatter {
	doubts: DateDoubt[];
	settled: Settled<DateOrder>;
	recommended: DateOrder;
}

const dayFirstWords =
	/day\s*(comes\s*|is\s*)?first|\bdd\s*[/.-]\s*mm\b|day[\s/-]+month|european|\buk\b|british|german|\btag zuerst|jour en premier|d[ií]a primero/i;
const monthFirstWords =
	/month\s*(comes\s*|is\s*)?first|\bmm\s*[/.-]\s*dd\b|month[\s/-]+day|american|\bmonat zuerst|mois en premier|\bmes primero/i;
/** "YYYY-MM-DD", "year-month-day": how a date is to be written, which says nothing about how the document writes it. */
const yearFirst = /\b(yyyy|yy|year)\s*[\s/.-]\s*(mm?|month)\s*[\s/.-]\s*(dd?|day)\b/gi;
/** In capitals only: "give us the dates" says nothing about their order. */
const unitedStates = /\bU\.?S\.?A?\b/;

/** The dates among the wanted columns whose day and month could change places, and what was decided about them. */
export function dateOrderMatter(
	invoices: Invoice[],
	columns: Column[],
	request: DocumentRequest,
): DateOrderMatter {
	const doubts = invoices.flatMap((invoice) => doubtsOf(invoice, columns));
	const allDollars = doubts.length > 0 && doubts.every(({ invoice }) => invoice.fields.currency === 'USD');
	const recommended: DateOrder = allDollars ? 'month_first' : 'day_first';
	if (doubts.length === 0) return { doubts, recommended, settled: { state: 'clear' } };
	const stated = orderIn(promptText(request.prompt));
	if (stated) return { doubts, recommended, settled: { state: 'answered', choice: stated } };
	const interpret = (answer: GivenAnswer) => interpretAnswer(answer, doubts);
	const matter = { questionId: 'date_order', recommended, interpret };
	return { doubts, recommended, settled: settle(matter, request.answers, request.askQuestions) };
}

/** The order that other dates of the same document give away, when they all agree. */
export function orderInDocument(invoice: Invoice): DateOrder | null {
	const orders = new Set<DateOrder>();
	for (const { text } of invoice.lines) {
		for (const match of text.matchAll(/\b\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})\b/g)) {
			const date = parseDate(match[0]);
			if (date?.kind === 'date' && date.order) orders.add(date.order);
		}
	}
	const [order] = orders;
	return orders.size === 1 && order ? order : null;
}

export function isAmbiguousDate(value: ReadValue | undefined): value is AmbiguousDate {
	return typeof value === 'object' && value.kind === 'ambiguous';
}

export function dateOrderQuestion(questionId: string, { doubts, recommended }: DateOrderMatter): Question {
	const first = doubts[0];
	if (!first) throw new Error('A question about dates needs a date');
	const { date, invoice, key } = first;
	const choice = (order: DateOrder, label: string, iso: string) => ({
		choice_id: order,
		label,
		cell_would_contain: iso,
		...(order === recommended ? { recommended: true } : {}),
	});
	return {
		question_id: questionId,
		type: 'single_choice',
		question: `Is a date such as ${date.text} written with the day first or with the month first?`,
		example_from_documents: `${wordsFor(key).column}: ${date.text} in ${invoice.fileName} (Page ${invoice.page})`,
		scope: { level: 'extraction', applies_to: 'Every date whose day and month could change places' },
		choices: [
			choice('day_first', 'Day first (day/month/year)', date.dayFirst),
			choice('month_first', 'Month first (month/day/year)', date.monthFirst),
		],
	};
}

function doubtsOf(invoice: Invoice, columns: Column[]): DateDoubt[] {
	const keys = new Set(columns.flatMap((column) => (column.key ? [column.key] : [])));
	const doubts = [...keys].flatMap((key) => {
		const date = (invoice.fields as Partial<Record<FieldKey, ReadValue>>)[key];
		return isAmbiguousDate(date) ? [{ invoice, key, date }] : [];
	});
	return doubts.length > 0 && orderInDocument(invoice) ? [] : doubts;
}

function interpretAnswer(answer: GivenAnswer, doubts: DateDoubt[]): DateOrder | null {
	if (answer.text) {
		const order = orderIn(answer.text) ?? orderByExample(answer.text, doubts);
		if (order) return order;
	}
	return answer.choiceId === 'day_first' || answer.choiceId === 'month_first' ? answer.choiceId : null;
}

function orderIn(wording: string): DateOrder | null {
	const text = wording.replace(yearFirst, '');
	const [day, month] = [dayFirstWords.test(text), monthFirstWords.test(text) || unitedStates.test(text)];
	if (day === month) return null;
	return day ? 'day_first' : 'month_first';
}

/** "It is 3 April 2026" or "2026-04-03": the answer names the date itself. */
function orderByExample(text: string, doubts: DateDoubt[]): DateOrder | null {
	for (const match of text.matchAll(/\p{L}+|\d+/gu)) {
		const named = parseDate(text.slice(match.index));
		if (named?.kind !== 'date') continue;
		if (doubts.some(({ date }) => date.dayFirst === named.iso)) return 'day_first';
		if (doubts.some(({ date }) => date.monthFirst === named.iso)) return 'month_first';
	}
	return null;
}

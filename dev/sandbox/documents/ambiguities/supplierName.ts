import type { Invoice } from '../invoices/invoices';
import { compact } from '../fields/normalise';
import type { Column } from '../prompt/columns';
import type { DocumentRequest, GivenAnswer, Question } from '../types';
import { promptText } from './promptText';
import { settle, type Settled } from './settle';

/** Which of two names is the supplier, or the name itself when the answer gave one. */
export type SupplierChoice = 'letterhead' | 'remit_to' | { name: string };

export interface SupplierMatter {
	/** Invoices whose letterhead and "Remit to" show different names. */
	doubts: Invoice[];
	settled: Settled<SupplierChoice>;
}

const legalForms =
	/\b(ltd|limited|inc|llc|plc|gmbh|ag|kg|co|corp|corporation|company|sa|sarl|bv|nv|oy|ab|pty|group)\b/gi;
const remitWords = /remit|pay(ee|able|ment)?\b|bank|account holder|second/i;
const letterheadWords = /letterhead|head(er)?\b|top\b|logo|issuer|sender|first\b/i;

/** Whether the wanted supplier is in doubt, and what was decided about it. */
export function supplierMatter(
	invoices: Invoice[],
	columns: Column[],
	request: DocumentRequest,
): SupplierMatter {
	const isWanted = columns.some((column) => column.key === 'supplier');
	const doubts = isWanted ? invoices.filter(hasTwoNames) : [];
	if (doubts.length === 0) return { doubts, settled: { state: 'clear' } };
	const stated = choiceInPrompt(promptText(request.prompt));
	if (stated) return { doubts, settled: { state: 'answered', choice: stated } };
	const matter = {
		questionId: 'supplier_name',
		recommended: 'letterhead' as SupplierChoice,
		interpret: (answer: GivenAnswer) => interpretAnswer(answer, doubts),
	};
	return { doubts, settled: settle(matter, request.answers, request.askQuestions) };
}

/** The supplier as the document itself names it: by its label, else by the letterhead. */
export function namedSupplier(invoice: Invoice): string | null {
	const labelled = invoice.fields.supplier;
	return typeof labelled === 'string' ? labelled : invoice.letterhead;
}

export function remitTo(invoice: Invoice): string | null {
	return typeof invoice.fields.remit_to === 'string' ? invoice.fields.remit_to : null;
}

export function supplierQuestion(questionId: string, { doubts }: SupplierMatter): Question {
	const first = doubts[0];
	if (!first) throw new Error('A question about the supplier needs an invoice');
	return {
		question_id: questionId,
		type: 'free_text',
		question: `The letterhead names "${namedSupplier(first)}" but payment goes to "${remitTo(first)}". Which name is the supplier?`,
		example_from_documents: `Remit to: ${remitTo(first)} in ${first.fileName} (Page ${first.page})`,
		scope: { level: 'extraction', applies_to: 'Every invoice whose letterhead and payee differ' },
		choices: [],
		recommended_approach: `The name in the letterhead is used, here "${namedSupplier(first)}".`,
	};
}

/** Only a sentence about the supplier counts: "Remit To" may be a field of its own. */
function choiceInPrompt(prompt: string): SupplierChoice | null {
	const sentences = prompt
		.split(/[.\n;]/)
		.filter((sentence) => /supplier|vendor|seller|lieferant|fournisseur|proveedor/i.test(sentence));
	if (sentences.some((sentence) => /letterhead|briefkopf|en-tête|membrete/i.test(sentence)))
		return 'letterhead';
	return sentences.some((sentence) => /remit|payee/i.test(sentence)) ? 'remit_to' : null;
}

function hasTwoNames(invoice: Invoice): boolean {
	const [supplier, payee] = [namedSupplier(invoice), remitTo(invoice)];
	// "Pay to" may be followed by an account number: that is no second name.
	if (supplier === null || payee === null || /\d{4}/.test(payee)) return false;
	return bareName(supplier) !== bareName(payee);
}

function interpretAnswer(answer: GivenAnswer, doubts: Invoice[]): SupplierChoice | null {
	const text = answer.text ?? '';
	const names = (read: (invoice: Invoice) => string | null) =>
		doubts.some((invoice) => bareName(text).includes(bareName(read(invoice) ?? '')));
	const [letterhead, payee] = [names(namedSupplier), names(remitTo)];
	if (letterhead !== payee) return letterhead ? 'letterhead' : 'remit_to';
	const [saysLetterhead, saysPayee] = [letterheadWords.test(text), remitWords.test(text)];
	if (saysLetterhead !== saysPayee) return saysLetterhead ? 'letterhead' : 'remit_to';
	const quoted = /["“”']([^"“”']{2,80})["“”']/.exec(text)?.[1];
	const plain =
		new RegExp(legalForms.source, 'i').test(text) && text.split(/\s+/).length <= 6 ? text.trim() : null;
	const name = quoted ?? plain;
	return name ? { name } : null;
}

function bareName(name: string): string {
	return compact(name.replace(legalForms, ''));
}

import { columnOf, type FieldKey } from './fields';
import type { Invoice } from './invoices/invoices';
import { promptText, type Column } from './prompt';
import type { DocumentRequest, Question } from './types';
import type { AmbiguousDate, ReadValue } from './values';

const QUESTION_ID = 'date_order';

export interface DateDoubt {
	invoice: Invoice;
	key: FieldKey;
	date: AmbiguousDate;
}

export interface DateOrder {
	/** Which of two readings counts. Day first is recommended. */
	reading: 'dayFirst' | 'monthFirst';
	/** Nobody has said so: to be reviewed. */
	isAssumed: boolean;
}

export const isAmbiguous = (value: ReadValue | undefined): value is AmbiguousDate =>
	typeof value === 'object';

/** The dates among the wanted columns whose day and month could change places. */
export const dateDoubts = (invoices: Invoice[], columns: Column[]): DateDoubt[] =>
	invoices.flatMap((invoice) =>
		columns.flatMap(({ key }) => {
			const date = (invoice.fields as Partial<Record<FieldKey, ReadValue>>)[key!];
			return key && isAmbiguous(date) ? [{ invoice, key, date }] : [];
		}),
	);

/** What the prompt or an answer says about them; undefined if that is to be asked. */
export function dateOrderFor({ prompt, answers, askQuestions }: DocumentRequest): DateOrder | undefined {
	const said = /\b(day|month)\b[\w ]* first/i.exec(promptText(prompt))?.[1];
	const answer = answers.filter(({ questionId }) => questionId === QUESTION_ID).at(-1);
	if (!said && !answer && askQuestions) return undefined;
	const isMonth = /^month/i.test(said ?? answer?.choiceId ?? answer?.text ?? '');
	return { reading: isMonth ? 'monthFirst' : 'dayFirst', isAssumed: !said && !answer };
}

export function dateOrderQuestion({ invoice, key, date }: DateDoubt): Question {
	const { text, dayFirst, monthFirst } = date;
	return {
		question_id: QUESTION_ID,
		type: 'single_choice',
		question: `Is a date such as ${text} written with the day first or with the month first?`,
		example_from_documents: `${columnOf(key)}: ${text} in ${invoice.fileName} (Page ${invoice.page})`,
		scope: { level: 'extraction', applies_to: 'Every date whose day and month could change places' },
		choices: [
			{
				choice_id: 'day_first',
				label: 'Day first (day/month/year)',
				cell_would_contain: dayFirst,
				recommended: true,
			},
			{ choice_id: 'month_first', label: 'Month first (month/day/year)', cell_would_contain: monthFirst },
		],
	};
}

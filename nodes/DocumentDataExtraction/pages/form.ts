import { isRecord, parseJson } from '../shared/json';

/** What a person's browser sends: field name to value. Of a name that comes twice it holds the first value. */
export type PostedForm = ReadonlyMap<string, string>;

/** The longest form that is read, in characters of its names and values. */
export const LONGEST_FORM = 1_000_000;

/** The most fields of a form that n8n reads. It silently drops the others. */
const FIELDS_READ = 1000;

const firstText = (value: unknown): string => {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first : '';
};

/**
 * Reads the body of a posted form (`application/x-www-form-urlencoded`).
 *
 * @param body what n8n has parsed: field name to text, or to a list of texts
 * @returns the form; `type` if it is none, or `size` if it is too long or has too many fields
 */
export function readForm(contentType: string | undefined, body: unknown): PostedForm | 'size' | 'type' {
	const type = contentType?.split(';')[0]?.trim().toLowerCase();
	if (type !== 'application/x-www-form-urlencoded') return 'type';
	const entries = Object.entries(body ?? {}).map(([name, value]): [string, string] => [
		name,
		firstText(value),
	]);
	const length = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
	if (length > LONGEST_FORM || entries.length >= FIELDS_READ) return 'size';
	return new Map(entries);
}

/** What the buttons of a page do, in the field `step`: a word, and perhaps the number that it is about, as in `goto_7`. */
export function stepIn(form: PostedForm): { step: string; about: number } {
	const [, step = 'check', about] = /^([a-z]+)(?:_(\d{1,9}))?$/.exec(form.get('step') ?? '') ?? [];
	return { step, about: Number(about ?? 0) };
}

/** The 1-based number of the page that was sent. */
export function pageIn(form: PostedForm): number {
	const page = Number(form.get('page'));
	return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** What a form carries besides its page: the number of it, and what was entered on the others. JSON keeps its length: a query would be nine times as long in Chinese. */
export const keptFields = (page: number, others: Array<[string, string]>): Array<[string, string]> => [
	['page', String(page)],
	['others', JSON.stringify(Object.fromEntries(others))],
];

/** What was entered on this page and on the others, of which a form carries one text. */
export function entriesIn(form: PostedForm, field: RegExp): Map<string, string> {
	const others = parseJson(form.get('others') ?? '');
	const kept = others.ok && isRecord(others.value) ? Object.entries(others.value) : [];
	const texts = kept.map(([name, value]): [string, string] => [name, String(value)]);
	return new Map([...texts, ...form].filter(([name]) => field.test(name)));
}

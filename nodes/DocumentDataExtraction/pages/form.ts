import { hidden, markup, type Html } from './html';
import type { Page } from './page';

/** What a person's browser sends: field name to value. Of a name that comes twice it holds the first value. */
export type PostedForm = ReadonlyMap<string, string>;

/** The field of every page that names the extraction it is about. */
export const EXTRACTION_FIELD = 'extraction_id';

/** The field that stands for what was open when the page was made. */
export const OPEN_FIELD = 'open';

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

/** What is wrong with a field. */
interface FieldProblem {
	/** The `id` of the field. */
	anchor: string;
	/** The field, as the page calls it. */
	where: string;
	text: string;
}

interface FormPage {
	title: string;
	extractionId: string;
	/** What stands above the form. */
	introduction: Html;
	fields: Html;
	problems: FieldProblem[];
	/** What has happened meanwhile. */
	notice?: string;
	/** The HTTP status, if it is not clear from the problems. */
	status?: number;
}

/** A page that asks a person. It lists what is wrong first, with links to the fields, for people who cannot see the whole page at once. */
export function formPage(page: FormPage): Page {
	const { title, extractionId, introduction, fields, problems, notice, status } = page;
	const isWrong = problems.length > 0;
	const entries = problems.map(
		({ anchor, where, text }) => markup`<li><a href="#${anchor}">${where}</a>: ${text}</li>`,
	);
	return {
		title: isWrong ? `Please check: ${title}` : title,
		status: status ?? (isWrong ? 422 : 200),
		body: markup`${
			isWrong &&
			markup`<div class="notice problem" role="alert" tabindex="-1" autofocus>
<h2>Nothing was sent yet</h2>
<ul>${entries}</ul>
</div>`
		}
${notice !== undefined && markup`<p class="notice" role="status">${notice}</p>`}
${introduction}
<form method="post" accept-charset="utf-8">
${hidden(EXTRACTION_FIELD, extractionId)}
${fields}
</form>`,
	};
}

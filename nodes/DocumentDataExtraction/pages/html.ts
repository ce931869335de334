/** HTML in which every value is escaped. `markup` makes it. */
export class Html {
	constructor(readonly source: string) {}
}

/** A value in a template. Nothing is shown for `undefined`, `null` and `false`. */
type HtmlPart = Html | string | number | false | null | undefined | HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

/** What no HTML page may hold: control characters, and halves of a character. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** Makes a text harmless in the text of an element and in a quoted attribute. */
export const escapeHtml = (text: string): string =>
	text.replace(UNREADABLE, '\ufffd').replace(/[&<>"'`]/g, (sign) => ENTITIES[sign] ?? '');

function htmlOf(part: HtmlPart): string {
	if (part instanceof Html) return part.source;
	if (Array.isArray(part)) return part.map(htmlOf).join('');
	return part === undefined || part === null || part === false ? '' : escapeHtml(String(part));
}

/** A template of HTML. Values in `${}` are escaped, unless they are `Html`. Attributes need their quotes. */
export const markup = (texts: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
	new Html(texts.reduce((source, text, index) => source + htmlOf(parts[index - 1]) + text));

/** A field that a form sends along. */
export const hidden = (name: string, value: string | number): Html =>
	markup`<input type="hidden" name="${name}" value="${value}">`;

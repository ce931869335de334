import { createHash } from 'crypto';
import { Html, markup } from './html';

/** A page for a person. */
export interface Page {
	/** The HTTP status; 200 if absent. */
	status?: number;
	title: string;
	/** The content below the title. */
	body: Html;
}

/** The look of every page: one column, large enough to touch, in the reader's light or dark colours. */
const STYLE = `
:root { color-scheme: light dark; --line: #767b85; --soft: #f1f3f6; --accent: #0b57d0; --on-accent: #fff; --bad: #b3261e; --bad-soft: #fdecea; --text: #1b1d21; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #8f96a3; --soft: #24272d; --accent: #a8c7fa; --on-accent: #0b2a55; --bad: #ffb4ab; --bad-soft: #3b1d1b; --text: #e6e8ec; --page: #16181c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.15rem; }
a { color: var(--accent); }
fieldset { margin: 1.5rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; min-width: 0; }
legend { padding: 0 .35rem; font-weight: 600; }
label { display: block; }
label.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem .5rem; border-radius: .35rem; }
label.choice:hover { background: var(--soft); }
input[type=radio], input[type=checkbox] { flex: none; width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; accent-color: var(--accent); }
input[type=text], input[type=number], select, textarea { width: 100%; padding: .5rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--page); color: inherit; font: inherit; }
textarea { min-height: 5rem; }
button, a.button { display: inline-block; min-height: 2.75rem; padding: .6rem 1.25rem; border: 1px solid var(--accent); border-radius: .35rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint { margin: .25rem 0; font-size: .9rem; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .85rem; }
.text { white-space: pre-wrap; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border-left: .3rem solid var(--accent); background: var(--soft); }
.problem { border-left-color: var(--bad); background: var(--bad-soft); }
.wrong { margin: .25rem 0; color: var(--bad); font-weight: 600; }
[aria-invalid=true] { border-color: var(--bad); }
button.unseen { position: absolute; left: -99rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * The headers of every page. It runs no script, loads nothing, sends its form only to its own address, cannot be framed or cached, and
 * does not reveal its address, because everyone who knows the address can answer.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex',
};

/** The whole document of a page. It runs no script and loads nothing. */
export const htmlPage = ({ title, body }: Page): string =>
	markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.source;

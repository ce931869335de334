import { createHash } from 'crypto';
import { Html, markup } from './html';
import { SCRIPT } from './script';
import { STYLE } from './style';

/** A page for a person. */
export interface Page {
	/** The HTTP status; 200 if absent. */
	status?: number;
	title: string;
	/** The language of its words; English if absent. */
	lang?: string;
	body: Html;
	/** Its layout: `wide` beside a document, `plain` for a few sentences, `picture` inside another page. */
	kind: 'narrowed' | 'picture' | 'plain' | 'wide';
	/** Whether it stands in the frame of another page. */
	isFramed?: boolean;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Header name to value. */
export type Headers = Readonly<Record<string, string>>;

/** What no other site may do with what we serve. Everyone who knows its address can decide, so nothing reveals or keeps it. */
const COMMON_HEADERS: Headers = {
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex',
};

/**
 * The headers of a page. It runs its own script only, shows documents of its own address only, and sends its form there. What is made
 * for a frame may be framed, by a page of the same address.
 */
export function pageHeaders({ isFramed = false }: Page): Headers {
	const ancestors = isFramed ? "'self'" : "'none'";
	return {
		...COMMON_HEADERS,
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
		'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
	};
}

/** The headers of a document. It stands in the frame of a page, and no script of it runs. */
export const documentHeaders = (mimeType: string, name: string): Headers => ({
	...COMMON_HEADERS,
	'Content-Type': mimeType,
	'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self'",
	'X-Frame-Options': 'SAMEORIGIN',
});

/** The whole document of a page. */
export const htmlPage = ({ title, lang, body, kind }: Page): string =>
	markup`<!doctype html>
<html lang="${lang ?? 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${new Html(STYLE)}</style></head>
<body class="${kind}">
${body}
${kind !== 'plain' && kind !== 'picture' && markup`<script>${new Html(SCRIPT)}</script>`}
</body>
</html>
`.source;

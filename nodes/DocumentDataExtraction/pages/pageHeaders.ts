import { createHash } from 'crypto';
import { STYLE } from './style';

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

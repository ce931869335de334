import { LOCAL_CODES } from '../errors/ServiceError';
import { linkError, shownAddress } from './linkError';

/** The statuses by which a server sends on to another address that is asked for in the same way. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/**
 * Where a redirect leads.
 *
 * @param location the header of the response, which may be relative to the address
 * @throws ServiceError `LINK_REDIRECT` for an address that is not followed: one that is no web address, holds a user name or a
 *   password, which would be sent, or leaves an encrypted connection
 */
export function redirectTarget(from: URL, location: unknown): URL {
	const refused = (why: string) => linkError(LOCAL_CODES.linkRedirect, `${shownAddress(from)} ${why}`);
	if (typeof location !== 'string' || !URL.canParse(location, from.href))
		throw refused('redirects to no URL');
	const to = new URL(location, from.href);
	if (!/^https?:$/.test(to.protocol)) throw refused('redirects to a URL that is not http:// or https://');
	if (to.username || to.password)
		throw refused(`redirects to a URL with a user name or password at ${to.host}`);
	if (from.protocol === 'https:' && to.protocol === 'http:')
		throw refused(`redirects from https to http, without encryption, at ${to.host}`);
	return to;
}

import { extensionOf, fileTypeOf } from '../fileTypes';
import { dispositionFileName, percentDecoded } from './contentDisposition';
import type { Link } from './Link';

const lastOfPath = ({ pathname }: URL): string =>
	percentDecoded(pathname.split('/').filter(Boolean).at(-1) ?? '');

/**
 * The name of the file behind a link: what its server calls it, else what the list of links does, else the last part of a URL.
 * Of the given and the final URL, the one whose name has the extension of a supported type wins.
 *
 * @param response absent if nothing came
 * @returns a name that may hold anything
 */
export function linkFileName(
	{ url, fileName }: Link,
	response?: { url: URL; headers: Record<string, unknown> },
): string {
	const told = dispositionFileName(response?.headers['content-disposition']) ?? fileName;
	if (told !== undefined) return told;
	const inAddresses = [url, ...(response ? [response.url] : [])].map(lastOfPath).filter(Boolean);
	const withType = inAddresses.find((name) => extensionOf(name) && fileTypeOf(name, ''));
	return withType ?? inAddresses[0] ?? url.hostname;
}

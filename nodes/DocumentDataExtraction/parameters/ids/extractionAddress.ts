/** What looks like the ID of an extraction. Of a fixed length, so that it is searched for in one go. */
export const UUID_PATTERN = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

/** No address is longer; what comes after that in a pasted text is not looked at. */
const LONGEST_ADDRESS = 10_000;

const FAR = '{0,500}';

/** The rule of `idInAddress` as an expression for n8n and its editor. The spans are bounded: without that, a long text would block them. */
export const IN_URL = `^(?:.${FAR}extractions?(?:_id)?[/=]|[^?#]${FAR}/)?.${FAR}?(${UUID_PATTERN})`;

/** Whether there is an ID at all, as an expression for n8n and its editor. They expect it to match the whole text. */
export const HAS_ID = `^.{0,1000}?${UUID_PATTERN}[\\s\\S]*`;

const placesOf = (expression: RegExp, text: string) =>
	[...text.matchAll(expression)].map(({ 0: found, index = 0 }) => ({
		found,
		index,
		end: index + found.length,
	}));

/** The ends of what may stand before the ID: of "extractions/" and the like, else of the parts of the path. */
function ends(address: string): number[] {
	const marks = placesOf(/extractions?(?:_id)?[/=]/g, address).map(({ end }) => end);
	const parts = placesOf(/\//g, address.slice(0, address.search(/[?#]|$/))).map(({ end }) => end);
	return [...marks.reverse(), ...parts.reverse(), 0];
}

/**
 * Finds the extraction's ID in an address of the dashboard or the API: what follows the last "extraction(s)/" or "extraction_id=", else
 * the last segment of the path that is followed by a UUID, else the first UUID.
 */
export function idInAddress(text: string): string | undefined {
	const address = text.slice(0, LONGEST_ADDRESS);
	const ids = placesOf(new RegExp(UUID_PATTERN, 'g'), address);
	const last = ids.at(-1)?.index ?? -1;
	const from = ends(address).find((end) => end <= last);
	return from === undefined ? undefined : ids.find(({ index }) => index >= from)?.found;
}

import { MOST_PAIRED_ITEMS, type Pairing } from '../SourceIndex';

/** The input items that the documents of an invoice came from, each once. */
export function pairingOfSources(
	sources: Iterable<unknown>,
	index: { pairingOf(source: unknown): Pairing },
): Pairing {
	const pairings = new Set([...sources].map((source) => index.pairingOf(source)));
	const [same] = pairings;
	// Rows of a document may share their pairing, so it costs memory only once.
	if (same !== undefined && pairings.size === 1) return same;
	const items = new Map([...pairings].flat().map((item) => [JSON.stringify(item), item]));
	const [only] = items.values();
	if (only !== undefined && items.size === 1) return only;
	return items.size < MOST_PAIRED_ITEMS ? [...items.values()] : [];
}

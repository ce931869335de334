import { until } from '../support/until';
import type { Editor } from './editor';

/** Searches in the panel of nodes, which is open, and waits until this node has at least this place among what is found. */
export async function findsAt(
	{ byId }: Editor,
	phrase: string,
	displayName: string,
	place: number,
): Promise<void> {
	const bar = byId('node-creator-search-bar');
	const found = byId('node-creator-item-name');
	// What the last phrase found is gone, so that it is not taken for what this one finds.
	await bar.fill('');
	await found.getByText(displayName, { exact: true }).waitFor({ state: 'detached' });
	await bar.fill(phrase);
	let names: string[] = [];
	await until(
		`"${phrase}" to find ${displayName} at place ${place} or before`,
		async () => {
			names = (await found.allInnerTexts()).map((name) => name.trim());
			return names.slice(0, place).includes(displayName);
		},
		{ seconds: 20, detail: () => `Found: ${names.join(', ') || 'nothing'}.` },
	);
}

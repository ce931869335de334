import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemFiles } from '../files/input/inputFiles';
import { fetchLinks, type ItemLinks } from '../files/input/links/fetchLinks';
import { checkFileChoice } from '../parameters/files/inputFiles';
import type { Problem } from '../shared/problems';

/** Items that go into one request, and what is already known to be wrong with it. */
interface PlannedGroup {
	itemIndexes: number[];
	problems: Problem[];
}

/** Files fetched from links, by item index. */
export type LinkedFiles = ReadonlyMap<number, ItemFiles>;

/**
 * Fetches the files of the items that give links. It fetches nothing for what cannot be sent, because something is wrong with a parameter
 * or with another link.
 *
 * @throws ServiceError when the execution is stopped
 */
export async function fetchItemLinks(
	context: IExecuteFunctions,
	groups: PlannedGroup[],
): Promise<LinkedFiles> {
	const areGiven = groups.some(({ itemIndexes }) =>
		itemIndexes.some((itemIndex) => context.getNodeParameter('files', itemIndex) === 'links'),
	);
	if (!areGiven) return new Map();
	const goesOn = context.continueOnFail();
	const items: ItemLinks[] = [];
	for (const { itemIndexes, problems } of groups) {
		if (problems.length > 0 && !goesOn) return new Map();
		if (problems.length > 0) continue;
		for (const itemIndex of itemIndexes) {
			const choice = checkFileChoice(context, itemIndex);
			if (!choice.ok && !goesOn) return new Map();
			const links = choice.ok ? choice.value.links : undefined;
			if (choice.ok && links) items.push({ itemIndex, choice: { ...choice.value, links } });
		}
	}
	return await fetchLinks(context, items);
}

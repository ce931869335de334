import type { Problem } from '../problems';

/** What is sent as one request, under an id of the user's. */
interface Identified {
	itemIndexes: number[];
	problems: Problem[];
}

/** Ids are the user's promise that a request is the same; two groups cannot share one. An empty id is none. */
export function refuseSharedIds<T extends Identified>(
	groups: T[],
	parameter: string,
	idOf: (group: T) => string,
): void {
	const users = new Map<string, number>();
	for (const group of groups) {
		const id = idOf(group);
		const [itemIndex] = group.itemIndexes;
		const user = users.get(id);
		if (id && user !== undefined)
			group.problems.push({
				parameter,
				text: `"${id}" is also the ID of item ${user}. Use an expression that differs for each item, or put all items together`,
				itemIndex,
			});
		users.set(id, user ?? itemIndex ?? 0);
	}
}

import type { IExecuteFunctions } from 'n8n-workflow';
import type { Problem } from '../shared/problems';
import { withProblems, type ItemGroup } from './itemGroups';

/** What to do about an ID that several items have. */
export const KEEP_IDS =
	'Correct it and run again. Items that were sent already keep their IDs, or they are charged again.';

/** Reports groups that share an ID. By an ID the user promises that a request is the same. */
export function withSharedIdProblems<G extends ItemGroup>(groups: G[], parameter: string): G[] {
	const users = new Map<string, number>();
	return groups.map((group) => {
		const { itemIndexes, ownId } = group;
		const [itemIndex] = itemIndexes;
		const user = users.get(ownId);
		users.set(ownId, user ?? itemIndex ?? 0);
		if (!ownId || user === undefined) return group;
		const text = `Item ${user + 1} has the same ID "${ownId}". Use an expression that differs for each item, or set the option Group Files to All Items Together`;
		return withProblems(group, [{ parameter, text, itemIndex, nextStep: KEEP_IDS }]);
	});
}

/** Reads what an item asks for, by the display names of the parameters. */
type AsksOf = (item: number) => Record<string, unknown>;

/** How often two items are compared. Two times of day are the same if both are read within a millisecond. */
const COMPARISONS = 20;

/**
 * The parameters that ask for other things in two items. An expression such as `$now` gives another value at each reading, which is no
 * difference between items: only the values of an item count that did not change while those of the other one were read.
 */
function differences(asksOf: AsksOf, first: number, other: number): string[] {
	const text = (asks: Record<string, unknown>, name: string) => JSON.stringify(asks[name] ?? null);
	for (let count = 0; count < COMPARISONS; count++) {
		const [before, of, after] = [asksOf(first), asksOf(other), asksOf(first)];
		const names = Object.keys({ ...before, ...of });
		if (names.some((name) => text(before, name) !== text(after, name))) continue;
		return names.filter((name) => text(before, name) !== text(of, name));
	}
	return [];
}

/** Reports an item that asks for something else than the first one. In one request, only the first would get what it asks for. */
export function differenceProblems(
	context: IExecuteFunctions,
	[first = 0, ...others]: number[],
	asksOf: AsksOf,
): Problem[] {
	// Without an expression, all items have the same values.
	if (others.length === 0 || !JSON.stringify(context.getNode().parameters).includes('"=')) return [];
	for (const other of others) {
		const names = differences(asksOf, first, other);
		if (names.length === 0) continue;
		const text = `${names.join(', ')} of item ${other + 1} differs from item ${first + 1}. All Items Together is one request. Use the same value for all items, or set the option Group Files to Each Item Separately`;
		return [{ text, itemIndex: other }];
	}
	return [];
}

import fc from 'fast-check';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = Array<string | number>;

const isObject = (value: Json): value is { [key: string]: Json } =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The way to every value within another one, such as `pages.failed.0.page`; list places as `*` are those that `needed` speaks of. */
function pathsIn(value: Json, path: Path = []): Path[] {
	const inside: Array<[string | number, Json]> = Array.isArray(value)
		? value.map((entry, index) => [index, entry])
		: isObject(value)
			? Object.entries(value)
			: [];
	return [path, ...inside.flatMap(([key, entry]) => pathsIn(entry, [...path, key]))];
}

const patternOf = (path: Path): string => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

function at(value: Json, path: Path): Json {
	return path.reduce<Json>((found, key) => (found as Record<string | number, Json>)[key]!, value);
}

const STRANGE: Json[] = [null, true, 7, 'strange', [], [null], {}, { deep: [1] }];

/** A value that was put in may be changed by the next mutation, and must be the only one that is. */
const copyOf = (value: Json): Json => structuredClone(value);

const kindOf = (value: Json): string =>
	Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

export interface Mutation {
	pick: number;
	kind: 'null' | 'remove' | 'strange' | 'addField' | 'addEntry';
	value: number;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
	fc.record({
		pick: fc.nat(),
		kind: fc.constantFrom('null', 'remove', 'strange', 'addField', 'addEntry'),
		value: fc.nat(),
	}),
	{ minLength: 1, maxLength: 6 },
);

/**
 * An answer with additions, nulls, removals and strange values wherever nothing is needed.
 *
 * @param needed what has to stay, such as `rows.*`; what it stands in stays as well
 */
export function mutated<T>(answer: T, needed: string[], given: Mutation[]): T {
	const root = structuredClone(answer) as Json;
	const isNeeded = (path: Path): boolean =>
		needed.some(
			(one) => one === patternOf(path) || one.startsWith(`${patternOf(path)}.`) || path.length === 0,
		);
	const isWhole = (path: Path): boolean => needed.includes(`${patternOf(path)}.**`);
	for (const { pick, kind, value } of given) {
		const paths = pathsIn(root).filter((path) => !path.some((_, index) => isWhole(path.slice(0, index + 1))));
		const path = paths[pick % paths.length]!;
		const here = at(root, path);
		if (kind === 'addField' && isObject(here))
			here[`new_${value % 5}`] = copyOf(STRANGE[value % STRANGE.length]!);
		// A text or an object may be an entry, a null is none.
		if (kind === 'addEntry' && Array.isArray(here)) here.splice(value % (here.length + 1), 0, null);
		if (isNeeded(path)) continue;
		const parent = at(root, path.slice(0, -1)) as Record<string | number, Json>;
		const key = path.at(-1)!;
		if (kind === 'null') parent[key] = null;
		if (kind === 'remove' && !Array.isArray(parent)) delete parent[key];
		if (kind === 'strange') {
			// Where there is null, a number or a text may well be good.
			const others =
				here === null
					? [true, { deep: [1] }]
					: STRANGE.filter((other) => kindOf(other) !== kindOf(here) && kindOf(other) !== 'list');
			parent[key] = copyOf(others[value % others.length]!);
		}
	}
	return root as T;
}

import type { ExtractionDetails } from '../../api/schemas/extractions';
import { nameInSource, nameKey, sourceKey } from '../../files/input/fileNames';
import { isRecord } from '../../shared/json';

/*
 * The same bytes are one extraction, whatever the files are called. So the extraction of an earlier run may know a file by the name that it
 * had then. Here its names become those of this run, before anybody reads them.
 */

/** The name of a file in this run, and the one that the service has. */
interface Renamed {
	here: string;
	there: string;
}

/** The files by the keys of the names that the service has. Empty if it has the names of this run. */
export type NamesOfRun = ReadonlyMap<string, Renamed>;

const isRenamed = ({ here, there }: Renamed): boolean => nameKey(here) !== nameKey(there);

/** Both requests have their files in the order of the digests, so the place tells which is which. */
export function namesOfRun(
	{ file_names: names }: Pick<ExtractionDetails, 'file_names'>,
	files: Array<{ sessionName: string }>,
): NamesOfRun {
	const pairs = files.map(({ sessionName: here }, place) => ({ here, there: names?.[place] ?? here }));
	const isOther = names?.length === files.length && pairs.some(isRenamed);
	return new Map(isOther ? pairs.map((pair) => [nameKey(pair.there), pair]) : []);
}

/** A name without the number that it has because other files have it too. */
const withoutNumber = (name: string): string => name.replace(/ \(\d+\)(?=\.\w+$)/, '');

/**
 * Says what the files were called, for those that are called otherwise now. Of several with one name, each may have had another number:
 * that is no other name.
 */
export function describeRenamed(names: NamesOfRun): string[] {
	const all = [...names.values()];
	const alike = (name: string): number =>
		all.filter(({ here }) => withoutNumber(here) === withoutNumber(name)).length;
	const isNumbered = ({ here, there }: Renamed): boolean =>
		withoutNumber(here) === withoutNumber(there) && alike(here) > 1;
	return all
		.filter((one) => isRenamed(one) && !isNumbered(one))
		.map(({ here, there }) => `${here} was ${there}`);
}

/** A file's name, also as `<file_name> (Page <n>)`. */
export function inNames(source: string, names: NamesOfRun): string {
	const name = names.get(sourceKey(source))?.here;
	return name === undefined ? source : name + source.slice(nameInSource(source).length);
}

/** The fields of the contract that name files. */
const NAMING = new Set(['file_name', 'file_names', 'source_references']);

function renamed(value: unknown, names: NamesOfRun, field = ''): unknown {
	if (typeof value === 'string') return NAMING.has(field) ? inNames(value, names) : value;
	if (Array.isArray(value)) return value.map((entry) => renamed(entry, names, field));
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, renamed(of, names, key)]));
}

/** A response with the names of this run, such as a status or the details of an error. */
export const withNamesOfRun = <T>(response: T, names: NamesOfRun): T =>
	names.size === 0 ? response : (renamed(response, names) as T);

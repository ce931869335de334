import { z } from 'zod';

type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** A field that nothing depends on: if it is missing, null or of another type, it counts as absent. */
export const maybe = <T>(schema: Schema<T>) => schema.nullish().catch(undefined);

/** A list that is read entry by entry: one that cannot be read is left out. Anything that is no list counts as an empty one. */
export const readableList = <T>(schema: Schema<T>) =>
	z.unknown().transform((value): T[] => {
		const read = Array.isArray(value) ? value.map((entry) => schema.safeParse(entry)) : [];
		return read.flatMap((entry) => (entry.success ? [entry.data] : []));
	});

/** Like `readableList`, but undefined if there is no list. */
export const maybeListOf = <T>(schema: Schema<T>) =>
	z.array(z.unknown()).pipe(readableList(schema)).optional().catch(undefined);

/** Like `readableList`, but by a plain check, because a list of pages may have a hundred thousand entries. */
export const listWhere = <T>(isReadable: (entry: unknown) => entry is T) =>
	z.unknown().transform((value): T[] => (Array.isArray(value) ? value.filter(isReadable) : []));

export const texts = listWhere((entry): entry is string => typeof entry === 'string');
export const numbers = listWhere((entry): entry is number => typeof entry === 'number');

/** An object that may also come as the text that is its main field. */
export const orText = <T>(field: string, schema: Schema<T>): Schema<T> =>
	z.preprocess((value) => (typeof value === 'string' ? { [field]: value } : value), schema);

const isWebAddress = (text: string): boolean => {
	try {
		return /^https?:$/.test(new URL(text).protocol);
	} catch {
		return false;
	}
};

/** The address of a transfer. */
export const webAddress = z.string().refine(isWebAddress, 'Not a URL');

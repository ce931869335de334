import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

/** The place of a file in an item. */
export interface BinaryRef {
	/** As the user would name it. */
	fieldName: string;
	/** How n8n's helpers want it: as the name of a binary field, or as the value itself. */
	parameter: string | IBinaryData;
}

/** In workflows that keep binary data in `json`, n8n puts the files of a node into this field. */
const FILES_IN_JSON = '_files';

/** n8n gives every file a type and data. The `json` of Google Drive also has a type and an ID, but no data. */
const isBinaryValue = (value: object): value is IBinaryData =>
	'mimeType' in value &&
	typeof value.mimeType === 'string' &&
	'data' in value &&
	typeof value.data === 'string';

function placesIn(value: unknown, path: string[]): BinaryRef[] {
	if (typeof value !== 'object' || value === null) return [];
	// The item itself is never a file, whatever its fields are called.
	if (path.length > 0 && isBinaryValue(value)) {
		const [first] = path;
		const named = first === FILES_IN_JSON && path.length > 1 ? path.slice(1) : path;
		return [{ fieldName: named.join('.'), parameter: value }];
	}
	return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]));
}

/**
 * Every file of an item, in the order of its fields.
 *
 * @param combined whether the workflow keeps binary data in `json`, at any depth ("binaryMode" of its settings)
 */
export function allBinaries(item: INodeExecutionData, combined: boolean): BinaryRef[] {
	const fields = Object.entries<IBinaryData | null>(item.binary ?? {}).flatMap(
		([fieldName, value]): BinaryRef[] =>
			// An expression may leave a field empty. In such a workflow n8n looks for names in `json` only.
			value ? [{ fieldName, parameter: combined ? value : fieldName }] : [],
	);
	return combined ? [...fields, ...placesIn(item.json, [])] : fields;
}

/** The places of the named fields, each once. A field that the item lacks keeps the name that the user gave. */
export const namedBinaries = (all: BinaryRef[], fieldNames: string[]): BinaryRef[] =>
	[...new Set(fieldNames)].map(
		(fieldName) => all.find((place) => place.fieldName === fieldName) ?? { fieldName, parameter: fieldName },
	);

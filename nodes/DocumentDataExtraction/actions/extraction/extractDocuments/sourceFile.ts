import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { InputFile } from '../../../files/input/InputFile';

/** The field of an item that holds a document: n8n's reference to it, so no byte is copied. Undefined if a link gave no file. */
const binaryOf = ({ fieldName, data }: InputFile): IBinaryKeyData | undefined =>
	data && { [fieldName]: data };

/** The item with the document that it came from, if that is known. */
export function withSourceFile(item: INodeExecutionData, file: InputFile | undefined): INodeExecutionData {
	const binary = file && binaryOf(file);
	return binary ? { ...item, binary } : item;
}

/** The documents of an invoice, each in the field that it came in. A further one in the same field gets a number. */
export function binaryOfAll(files: Iterable<InputFile>): IBinaryKeyData {
	const fields: IBinaryKeyData = {};
	for (const file of files)
		for (const [field, data] of Object.entries(binaryOf(file) ?? {})) {
			let free = field;
			for (let number = 2; free in fields; number++) free = `${field}_${number}`;
			fields[free] = data;
		}
	return fields;
}

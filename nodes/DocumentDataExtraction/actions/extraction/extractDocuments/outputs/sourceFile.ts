import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { InputFile } from '../../../../files/input/InputFile';

/** The field of an item that holds a document: n8n's reference to it, so no byte is copied. Undefined if a link gave no file. */
export const binaryOf = ({ fieldName, data }: InputFile): IBinaryKeyData | undefined =>
	data && { [fieldName]: data };

/** The item with the document that it came from, if that is known. */
export function withSourceFile(item: INodeExecutionData, file: InputFile | undefined): INodeExecutionData {
	const binary = file && binaryOf(file);
	return binary ? { ...item, binary } : item;
}

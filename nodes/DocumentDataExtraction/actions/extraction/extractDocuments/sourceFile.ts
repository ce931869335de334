import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { InputFile } from '../../../files/input/InputFile';

/**
 * The item with the documents that it came from, if they are known. Each is in the field that it came in; a further one in the same field
 * gets a number. It is n8n's reference to the file, so no byte is copied. A link may have given no file.
 */
export function withSourceFiles(item: INodeExecutionData, files: Iterable<InputFile>): INodeExecutionData {
	const binary: IBinaryKeyData = {};
	for (const { fieldName, data } of files) {
		if (!data) continue;
		let free = fieldName;
		for (let number = 2; free in binary; number++) free = `${fieldName}_${number}`;
		binary[free] = data;
	}
	return Object.keys(binary).length > 0 ? { ...item, binary } : item;
}

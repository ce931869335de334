import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { SourceFile } from '../../../extraction/rows/SourceIndex';
import { allBinaries } from '../../../files/input/binaryRefs';
import { NamedFiles, possibleNames, uniqueNames } from '../../../files/input/fileNames';

/** A file of the input that rows can come from. */
interface ReviewedDocument extends SourceFile {
	/** As its item shows it. */
	fileName: string;
	data: IBinaryData;
}

/** Finds the file that a row came from. */
export type Documents = NamedFiles<ReviewedDocument>;

/**
 * The files of an extraction's items under the names that they were sent with, as far as the items have them, or are the same ones in
 * the same order.
 *
 * @param named the indexes of these items
 * @param combined whether the workflow keeps binary data in `json`
 */
export function reviewDocuments(items: INodeExecutionData[], named: number[], combined: boolean): Documents {
	const files = named.flatMap((itemIndex) => {
		const item = items[itemIndex]!;
		const places = allBinaries(item, combined);
		// The item of a single file may come from Output: Documents, which names the file as it was sent.
		const sentName = places.length === 1 ? item.json.sent_name : undefined;
		return places.flatMap(({ fieldName, parameter }) => {
			const data = typeof parameter === 'string' ? item.binary?.[parameter] : parameter;
			if (!data) return [];
			const fileName = data.fileName || fieldName;
			const [usual] = possibleNames(fileName, data.mimeType);
			const sessionName = typeof sentName === 'string' ? sentName : (usual ?? fileName);
			return [{ itemIndex, fileName, sessionName, data }];
		});
	});
	const names = uniqueNames(files.map(({ sessionName }) => sessionName));
	return new NamedFiles(files.map((file, index) => ({ ...file, sessionName: names[index]! })));
}

import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { SourceIndex, type SourceFile } from '../../../extraction/rows/SourceIndex';
import { allBinaries } from '../../../files/input/binaryRefs';
import { possibleNames, uniqueNames } from '../../../files/input/fileNames';

/** A file of the input that rows can come from. */
interface ReviewedDocument extends SourceFile {
	/** As its item shows it. */
	fileName: string;
	data: IBinaryData;
}

/** Finds the file that a row came from. */
export type Documents = SourceIndex<ReviewedDocument>;

/** The name under which Extract Documents sent a file, as its Output Documents shows it. */
const sentName = ({ json }: INodeExecutionData): string | undefined =>
	typeof json.sent_name === 'string' ? json.sent_name : undefined;

function filesOfItems(items: INodeExecutionData[], named: number[], combined: boolean): ReviewedDocument[] {
	return named.flatMap((itemIndex) => {
		const item = items[itemIndex];
		if (!item) return [];
		const places = allBinaries(item, combined);
		return places.flatMap(({ fieldName, parameter }) => {
			const data = typeof parameter === 'string' ? item.binary?.[parameter] : parameter;
			if (!data) return [];
			const fileName = data.fileName || fieldName;
			const told = places.length === 1 ? sentName(item) : undefined;
			const sessionName = told ?? possibleNames(fileName, data.mimeType)[0] ?? fileName;
			return [{ itemIndex, fileName, sessionName, data }];
		});
	});
}

/**
 * The files of an extraction's items under the names that they were sent with, as far as the items have them, or are the same ones in
 * the same order.
 *
 * @param named the indexes of these items
 * @param combined whether the workflow keeps binary data in `json`
 */
export function reviewDocuments(items: INodeExecutionData[], named: number[], combined: boolean): Documents {
	const files = filesOfItems(items, named, combined);
	const names = uniqueNames(files.map(({ sessionName }) => sessionName));
	return new SourceIndex(files.map((file, index) => ({ ...file, sessionName: names[index]! })));
}

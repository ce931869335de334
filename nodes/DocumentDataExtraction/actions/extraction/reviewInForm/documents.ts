import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { SourceIndex, type SourceFile } from '../../../extraction/rows/SourceIndex';
import { allBinaries } from '../../../files/input/binaryRefs';
import { possibleNames, uniqueNames } from '../../../files/input/fileNames';

/** A file of the input that rows can come from. */
export interface ReviewedDocument extends SourceFile {
	/** As its item shows it. */
	fileName: string;
	data: IBinaryData;
}

/** Finds the file that a row came from. */
export type Documents = SourceIndex<ReviewedDocument>;

function filesOf(
	items: INodeExecutionData[],
	combined: boolean,
): Array<Omit<ReviewedDocument, 'sessionName'>> {
	return items.flatMap((item, itemIndex) =>
		allBinaries(item, combined).flatMap(({ fieldName, parameter }) => {
			const data = typeof parameter === 'string' ? item.binary?.[parameter] : parameter;
			return data ? [{ itemIndex, fileName: data.fileName || fieldName, data }] : [];
		}),
	);
}

/**
 * The files of the items under the names that they were sent with, if they are the same files in the same order.
 *
 * @param combined whether the workflow keeps binary data in `json`
 */
export function documentsOf(items: INodeExecutionData[], combined: boolean): Documents {
	const files = filesOf(items, combined);
	const names = uniqueNames(
		files.map(({ fileName, data }) => possibleNames(fileName, data.mimeType)[0] ?? fileName),
	);
	return new SourceIndex(
		files.map((file, index) => ({ ...file, sessionName: names[index] ?? file.fileName })),
	);
}

import type { IDataObject } from 'n8n-workflow';
import readSheet from 'read-excel-file/node';

/** The rows of an Excel file, by the names in its first row. */
export async function rowsOfSheet(file: string | Buffer): Promise<IDataObject[]> {
	const [header = [], ...rows] = await readSheet(file);
	return rows.map((row) =>
		Object.fromEntries(row.map((cell, column) => [String(header[column]), cell as IDataObject[string]])),
	);
}

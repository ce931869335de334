import type { INodeExecutionData } from 'n8n-workflow';
import { parkedDocuments } from '../../../nodes/DocumentDataExtraction/actions/person/documents';

const file = (id: string) => ({
	data: { id, data: '', fileName: 'invoice.pdf', mimeType: 'application/pdf' },
});
const row = (source: string, binary?: INodeExecutionData['binary']): INodeExecutionData => ({
	json: { 'Source File': source },
	binary,
});

describe('The document beside a row', () => {
	it('is never one that came with another row, though it has the name: two mails bring an invoice.pdf each', () => {
		const { ofItem } = parkedDocuments(
			[row('invoice.pdf (Page 1)'), row('invoice.pdf (Page 1)', file('b'))],
			false,
		);
		expect(ofItem(0)).toBeUndefined();
		expect(ofItem(1)).toMatchObject({ name: 'invoice.pdf' });
	});

	it('is a file without a row that the row names', () => {
		const { ofItem } = parkedDocuments([row('invoice.pdf (Page 1)'), { json: {}, binary: file('a') }], false);
		expect(ofItem(0)).toMatchObject({ name: 'invoice.pdf' });
	});
});

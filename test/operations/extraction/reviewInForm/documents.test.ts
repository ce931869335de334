import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { reviewDocuments } from '../../../../nodes/DocumentDataExtraction/actions/extraction/reviewInForm/documents';
import { itemsOf } from '../../../support/items';

const file = (fileName: string, id = `filesystem-v2:${fileName}`): IBinaryData => ({
	fileName,
	id,
	data: 'filesystem-v2',
	mimeType: 'application/pdf',
});
const item = (json: INodeExecutionData['json'], ...files: IBinaryData[]): INodeExecutionData => ({
	json,
	binary: Object.fromEntries(files.map((data, index) => [`file_${index}`, data])),
});

describe('The document of a row', () => {
	it('is found by the name that it was sent with: made unique, with its extension', () => {
		const first = file('invoice.pdf', 'filesystem-v2:1');
		const second = file('invoice.pdf', 'filesystem-v2:2');
		const documents = reviewDocuments([item({}, first, second), item({}, file('scan'))], [0, 1], false);
		expect(documents.fileOf('invoice.pdf (Page 3)')?.data).toBe(first);
		expect(documents.fileOf('invoice (2).pdf (Page 1)')?.data).toBe(second);
		expect(documents.fileOf('scan.pdf (Page 1)')).toMatchObject({ itemIndex: 1, fileName: 'scan' });
		expect(documents.fileOf('other.pdf (Page 1)')).toBeUndefined();
	});

	it('is found by the name that Extract Documents tells, in any order', () => {
		const first = file('invoice.pdf', 'filesystem-v2:1');
		const second = file('invoice.pdf', 'filesystem-v2:2');
		const documents = reviewDocuments(
			[item({ sent_name: 'invoice (2).pdf' }, second), item({ sent_name: 'invoice.pdf' }, first)],
			[0, 1],
			false,
		);
		expect(documents.fileOf('invoice.pdf (Page 1)')?.data).toBe(first);
		expect(documents.fileOf('invoice (2).pdf (Page 1)')?.data).toBe(second);
	});

	it('is none of an item that is not of the extraction', () => {
		const [left, sent] = [file('invoice.pdf', 'filesystem-v2:1'), file('invoice.pdf', 'filesystem-v2:2')];
		const documents = reviewDocuments([item({}, left), item({}, sent)], [1], false);
		expect(documents.fileOf('invoice.pdf (Page 1)')).toMatchObject({ itemIndex: 1, data: sent });
		expect(documents.fileOf('invoice (2).pdf (Page 1)')).toBeUndefined();
	});

	it('is found in json where the workflow keeps files there', () => {
		const data = file('invoice.pdf');
		const documents = reviewDocuments(itemsOf({ attachments: [data] }), [0], true);
		expect(documents.fileOf('invoice.pdf (Page 1)')?.data).toBe(data);
	});
});

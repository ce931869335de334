import { sessionFiles } from '../../../../nodes/DocumentDataExtraction/extraction/request/sessionFiles';
import { aFile } from '../../../support/aFile';

it('gives files their ids by place, and names that are unique and end in their type', () => {
	const files = [
		aFile({ itemIndex: 0, fileName: 'invoice.PDF' }),
		aFile({ itemIndex: 1, fileName: 'invoice', mimeType: 'application/pdf' }),
		aFile({ itemIndex: 1, fileName: 'scan.bin', mimeType: 'image/jpeg', fieldName: 'attachment_1' }),
		aFile({ itemIndex: 2, fileName: 'scan.jpeg', mimeType: '' }),
	];
	expect(sessionFiles(files).map(({ fileId, sessionName }) => [fileId, sessionName])).toEqual([
		['file-1', 'invoice.pdf'],
		['file-2', 'invoice (2).pdf'],
		['file-3', 'scan.bin.jpg'],
		['file-4', 'scan.jpeg'],
	]);
	expect(sessionFiles(files)[2]).toMatchObject({
		itemIndex: 1,
		fieldName: 'attachment_1',
		fileName: 'scan.bin',
	});
});

import {
	sessionFiles,
	sessionFilesInAnyOrder,
} from '../../../../nodes/DocumentDataExtraction/extraction/request/sessionFiles';
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

it('gives files of the same names and contents the same ids and names in any order, each in its own place', () => {
	const file = (fileName: string, sha256: string) => aFile({ fileName, digest: { sha256 } });
	const files = [
		file('scan.pdf', 'c'),
		file('invoice.pdf', 'z'),
		file('scan.pdf', 'a'),
		file('scan.pdf', 'b'),
		file('scan.pdf', 'a'),
	];
	const told = (given: typeof files) =>
		sessionFilesInAnyOrder(given).map(({ digest, fileId, sessionName }) => [
			digest.sha256,
			fileId,
			sessionName,
		]);
	const expected = [
		['c', 'file-5', 'scan (4).pdf'],
		['z', 'file-1', 'invoice.pdf'],
		['a', 'file-2', 'scan.pdf'],
		['b', 'file-4', 'scan (3).pdf'],
		['a', 'file-3', 'scan (2).pdf'],
	];
	expect(told(files)).toEqual(expected);
	expect(told([...files].reverse()).sort()).toEqual([...expected].sort());
});

it('tells files of one name by their sizes where their contents are not known', () => {
	const files = [30, 10, 20].map((bytes) => aFile({ fileName: 'scan.pdf', bytes }));
	const idsOf = (given: typeof files) =>
		new Map(sessionFilesInAnyOrder(given).map(({ bytes, fileId }) => [bytes, fileId]));
	expect(idsOf([...files].reverse())).toEqual(idsOf(files));
	expect(new Set(idsOf(files).values()).size).toBe(3);
});

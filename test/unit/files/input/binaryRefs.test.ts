import { allBinaries, namedBinaries } from '../../../../nodes/DocumentDataExtraction/files/input/binaryRefs';
import { itemsOf } from '../../../support/items';

const file = (fileName: string) => ({
	mimeType: 'application/pdf',
	data: '',
	id: `store:${fileName}`,
	fileName,
});
const [A, B, C] = ['a.pdf', 'b.pdf', 'c.pdf'].map(file) as [
	ReturnType<typeof file>,
	ReturnType<typeof file>,
	ReturnType<typeof file>,
];

describe('where an item keeps its files', () => {
	it('is its binary fields, by their names', () => {
		const item = { json: { file: C.id }, binary: { data: A, scan: B } };
		expect(allBinaries(item, false)).toEqual([
			{ fieldName: 'data', parameter: 'data' },
			{ fieldName: 'scan', parameter: 'scan' },
		]);
	});

	it('is nowhere in an item without any', () => {
		expect(allBinaries({ json: { text: 'x', none: null, list: [1] } }, false)).toEqual([]);
		expect(allBinaries({ json: { text: 'x', none: null, list: [1] } }, true)).toEqual([]);
	});

	it('is any depth of json where the workflow keeps files there, by their paths', () => {
		const json = { _files: { data: A }, mail: { attachments: [B, { inner: C }] } };
		expect(allBinaries(itemsOf(json)[0]!, true)).toEqual([
			{ fieldName: 'data', parameter: A },
			{ fieldName: 'mail.attachments.0', parameter: B },
			{ fieldName: 'mail.attachments.1.inner', parameter: C },
		]);
	});

	it('is both where n8n has not moved a file to json', () => {
		const item = { ...itemsOf({ _files: { scan: B } })[0]!, binary: { data: A } };
		expect(allBinaries(item, true)).toEqual([
			{ fieldName: 'data', parameter: A },
			{ fieldName: 'scan', parameter: B },
		]);
	});

	it('is no object that only looks a little like a file', () => {
		const json = {
			a: { mimeType: 'application/pdf' },
			b: { id: 'x', data: 'y' },
			c: { mimeType: 1, data: 'x' },
			d: { mimeType: 'application/pdf', id: 'of Google Drive' },
		};
		expect(allBinaries({ json }, true)).toEqual([]);
	});

	it.each([
		['a file of Google Drive', { id: '1xYz', mimeType: 'application/pdf', name: 'a.pdf' }],
		['a part of a mail', { mimeType: 'application/pdf', data: 'JVBERi0' }],
	])('is within an item that is described like %s itself', (_, described) => {
		const json = { ...described, _files: { data: A } };
		expect(allBinaries(itemsOf(json)[0]!, true)).toEqual([{ fieldName: 'data', parameter: A }]);
	});

	it('is told for the named fields only, each once, in the order of the names', () => {
		const item = { json: {}, binary: { data: A, scan: B } };
		expect(namedBinaries(allBinaries(item, false), ['scan', 'data', 'scan'])).toEqual([
			{ fieldName: 'scan', parameter: 'scan' },
			{ fieldName: 'data', parameter: 'data' },
		]);
	});

	it('is left to n8n to look for where the item does not have it', () => {
		const [item] = itemsOf({ _files: { data: A } });
		expect(namedBinaries(allBinaries(item!, true), ['_files.data', 'data'])).toEqual([
			{ fieldName: '_files.data', parameter: '_files.data' },
			{ fieldName: 'data', parameter: A },
		]);
	});
});

import {
	fileProblem,
	sessionProblems,
} from '../../../../nodes/DocumentDataExtraction/files/input/fileChecks';
import { aFile } from '../../../support/aFile';

const MiB = 1024 * 1024;
const textOf = (given: Parameters<typeof aFile>[0]) => fileProblem(aFile(given))?.text;

describe('what the service would not take', () => {
	it.each([
		['a PDF of exactly 150 MB', { bytes: 150 * MiB }],
		['an image of exactly 5 MB', { fileName: 'scan.png', mimeType: 'image/png', bytes: 5 * MiB }],
		['a single byte', { bytes: 1 }],
		['a name without an extension, with a MIME type', { fileName: 'scan', mimeType: 'image/jpeg' }],
	])('the service takes %s', (_what, given) => expect(fileProblem(aFile(given))).toBeUndefined());

	it('is an empty file', () =>
		expect(fileProblem(aFile({ bytes: 0, itemIndex: 3 }))).toEqual({
			parameter: 'Input Files',
			text: 'invoice.pdf is empty',
			itemIndex: 3,
			namesFile: true,
			nextStep: 'Check the node that brings the file. To run without it, remove it before this step.',
		}));

	it('is a PDF over 150 MB', () =>
		expect(textOf({ bytes: 150 * MiB + 1024 * 1024 })).toBe(
			'invoice.pdf has 151 MB; a PDF may have up to 150 MB',
		));

	it('is a PDF that is one byte too large', () =>
		expect(textOf({ bytes: 150 * MiB + 1 })).toMatch(/a PDF may have up to 150 MB/));

	it.each([
		['scan.jpeg', 'JPG'],
		['scan.png', 'PNG'],
	])('is %s over 5 MB', (fileName, type) =>
		expect(textOf({ fileName, mimeType: '', bytes: 5 * MiB + 1 })).toContain(`a ${type} may have up to 5 MB`),
	);

	it('is a file of another type', () => {
		const letter = aFile({ fileName: 'letter.docx', mimeType: 'application/msword' });
		expect(fileProblem(letter)).toMatchObject({
			text: 'letter.docx is not a PDF, JPG or PNG file',
			nextStep: expect.stringMatching(/^Convert it to PDF.*change Unsupported Files\.$/),
		});
	});
});

describe('what does not fit into one session', () => {
	it('is nothing up to 6,000 files and 2 GB', () => {
		const files = Array.from({ length: 6000 }, () => aFile({ bytes: 1 }));
		expect(sessionProblems(files)).toEqual([]);
		expect(sessionProblems(Array.from({ length: 16 }, () => aFile({ bytes: 128 * MiB })))).toEqual([]);
	});

	it('is a file more than 6,000, and a byte more than 2 GB, both at once', () => {
		const files = Array.from({ length: 6001 }, (_, index) =>
			aFile({ bytes: index < 16 ? 128 * MiB : 1024 * 1024 }),
		);
		expect(sessionProblems(files).map(({ text }) => text)).toEqual([
			'6001 files are too many for one extraction, which takes up to 6000 files. Turn on the option Split Large Batches, or send fewer files at once',
			'The files have 8033 MB together. One extraction takes up to 2048 MB. Turn on the option Split Large Batches, or send fewer files at once',
		]);
		const overByOne = [...Array.from({ length: 16 }, () => aFile({ bytes: 128 * MiB })), aFile({ bytes: 1 })];
		expect(sessionProblems(overByOne)).toHaveLength(1);
	});
});

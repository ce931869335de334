import {
	sessionProblems,
	unsupportedProblem,
} from '../../../../nodes/DocumentDataExtraction/files/input/fileChecks';
import { unsupportedOf } from '../../../../nodes/DocumentDataExtraction/files/input/unsupported';
import { aFile } from '../../../support/aFile';

const MiB = 1024 * 1024;

describe('The problem of a file that the service does not take', () => {
	const problemOf = (given: Parameters<typeof aFile>[0]) =>
		unsupportedProblem(aFile(given), unsupportedOf(aFile(given))!);

	it('names the file, its item and what to do', () =>
		expect(problemOf({ bytes: 0, itemIndex: 3 })).toEqual({
			parameter: 'Input Files',
			text: 'invoice.pdf is empty',
			itemIndex: 3,
			namesFile: true,
			nextStep: 'Check the node that brings the file. To run without it, remove it before this step.',
		}));

	it('says how to run without files of another type', () =>
		expect(problemOf({ fileName: 'letter.docx', mimeType: 'application/msword' })).toMatchObject({
			text: 'letter.docx is not a PDF, JPG or PNG file',
			nextStep: expect.stringMatching(/^Convert it to PDF.*change Unsupported Files\.$/),
		}));
});

describe('The problems of the files of one session', () => {
	it('are none up to 6,000 files and 2 GB', () => {
		const files = Array.from({ length: 6000 }, () => aFile({ bytes: 1 }));
		expect(sessionProblems(files)).toEqual([]);
		expect(sessionProblems(Array.from({ length: 16 }, () => aFile({ bytes: 128 * MiB })))).toEqual([]);
	});

	it('are more than 6,000 files and more than 2 GB, both at once', () => {
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

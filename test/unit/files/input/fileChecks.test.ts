import { unsupportedProblem } from '../../../../nodes/DocumentDataExtraction/files/input/fileChecks';
import { unsupportedOf } from '../../../../nodes/DocumentDataExtraction/files/input/unsupported';
import { aFile } from '../../../support/aFile';

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

import {
	unsupportedOf,
	unsupportedProblem,
} from '../../../../nodes/DocumentDataExtraction/files/input/unsupported';
import { aFile } from '../../../support/aFile';

const MiB = 1024 * 1024;

describe('A file that the service does not take', () => {
	it.each([
		['factur-x.xml', 'text/xml', 'xml', /Extract from File/],
		['e-invoice', 'application/xml; charset=utf-8', 'xml', /Extract From XML/],
		['rows.xlsx', '', 'spreadsheet', /Extract from File/],
		['rows.csv', 'application/octet-stream', 'spreadsheet', /Extract from File/],
		['letter.docx', '', 'office_document', /Google Drive/],
		['IMG_0001.HEIC', '', 'heic', /sent as JPG/],
		['scan.tiff', 'image/tiff', 'image_format', /Edit Image/],
		['photo.webp', '', 'image_format', /Edit Image/],
		['photo', 'image/webp', 'image_format', /Edit Image/],
		['march.zip', 'application/zip', 'archive', /Compression/],
		['meeting.ics', 'text/calendar', 'other_type', /Convert it to PDF/],
		['constructor', '', 'other_type', /Convert it to PDF/],
	])('%s (%s) has the reason %s and a way in n8n', (fileName, mimeType, reason, way) =>
		expect(unsupportedOf(aFile({ fileName, mimeType }))).toEqual({
			reason,
			text: 'is not a PDF, JPG or PNG file',
			nextStep: expect.stringMatching(way),
			isOtherType: true,
		}),
	);

	it.each([
		['photo.jpg', 5 * MiB + 1, 'image_too_large', /^has 5\.01 MB; a JPG may have up to 5 MB$/, /Edit Image/],
		['photo.png', 5 * MiB + 1, 'image_too_large', /; a PNG may have up to 5 MB$/, /Edit Image/],
		['long.pdf', 150 * MiB + 1, 'pdf_too_large', /; a PDF may have up to 150 MB$/, /Split it/],
		['long.pdf', 151 * MiB, 'pdf_too_large', /^has 151 MB; a PDF may have up to 150 MB$/, /Split it/],
		['empty.pdf', 0, 'empty', /is empty/, /Check the node/],
	])(
		'%s of %i bytes has the reason %s, and is a document all the same',
		(fileName, bytes, reason, text, way) =>
			expect(unsupportedOf(aFile({ fileName, mimeType: '', bytes }))).toEqual({
				reason,
				text: expect.stringMatching(text),
				nextStep: expect.stringMatching(way),
				isOtherType: false,
			}),
	);

	it.each([
		['a PDF of exactly 150 MB', { bytes: 150 * MiB }],
		['a JPG of exactly 5 MB', { fileName: 'photo.jpg', mimeType: '', bytes: 5 * MiB }],
		['a PNG of exactly 5 MB', { fileName: 'scan.png', mimeType: 'image/png', bytes: 5 * MiB }],
		['a single byte', { bytes: 1 }],
		['a name without an extension, with a MIME type', { fileName: 'scan', mimeType: 'image/jpeg' }],
	])('is none of those that it takes: %s', (_what, given) =>
		expect(unsupportedOf(aFile(given))).toBeUndefined(),
	);

	it('is of another type where the MIME type is none that a PDF may have', () =>
		expect(unsupportedOf(aFile({ fileName: 'invoice.pdf', mimeType: 'text/html' }))?.reason).toBe(
			'other_type',
		));
});

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

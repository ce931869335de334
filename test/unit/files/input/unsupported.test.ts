import {
	unsupportedOf,
	unsupportedProblem,
} from '../../../../nodes/DocumentDataExtraction/files/input/unsupported';
import { stepText, type Situation } from '../../../../nodes/DocumentDataExtraction/shared/problems';
import { aFile } from '../../../support/aFile';

const MiB = 1024 * 1024;

describe('A file that the service does not take', () => {
	it.each([
		['factur-x.xml', 'text/xml', 'xml', 'xml', /Extract from File/],
		['e-invoice', 'application/xml; charset=utf-8', 'xml', 'xml', /Extract From XML/],
		['rows.xlsx', '', 'zip', 'spreadsheet', /Extract from File/],
		['rows.csv', 'application/octet-stream', 'text', 'spreadsheet', /Extract from File/],
		['letter.docx', '', 'zip', 'office_document', /Ask the sender for a PDF/],
		['letter.doc', '', 'ole', 'office_document', /save it as PDF/],
		['letter', '', 'rtf', 'office_document', /save it as PDF/],
		['IMG_0001.HEIC', '', 'heic', 'heic', /sent as JPG/],
		['scan.tiff', 'image/tiff', 'tiff', 'tiff', /Edit Image keeps the first only/],
		['photo.webp', '', 'image', 'image_format', /Edit Image/],
		['photo', 'image/webp', 'image', 'image_format', /Edit Image/],
		['march.zip', 'application/zip', 'zip', 'archive', /Compression.*Skip/],
		['march.tar.gz', '', 'archive', 'archive', /^Ask the sender.*or for a ZIP/],
		[
			'march',
			'application/zip',
			'zip',
			'archive',
			/^Ask the sender for the documents themselves, or for a ZIP\.$/,
		],
		['march.rar', '', 'closedArchive', 'archive', /n8n cannot open it/],
		['mail.eml', 'message/rfc822', 'email', 'email', /n8n cannot open an attached email/],
		['mail.msg', '', 'ole', 'email', /n8n cannot open an attached email/],
		['winmail.dat', 'application/ms-tnef', 'tnef', 'email', /not Rich Text/],
		['bill.xml.p7m', 'application/pkcs7-mime', 'signed', 'signed', /n8n cannot open it/],
		['page.html', 'text/html', 'page', 'web_page', /sign-in/],
		['body', 'multipart/form-data', 'multipart', 'form_body', /as multipart\/form-data/],
		['notes.txt', 'text/plain', 'text', 'text', /needs no extraction/],
		['._invoice.pdf', 'application/pdf', 'macFile', 'mac_file', /Leave it out/],
		['.DS_Store', '', 'other', 'mac_file', /Leave it out/],
		['meeting.ics', 'text/calendar', 'other', 'other_type', /Ask the sender for a PDF/],
		['constructor', '', 'other', 'other_type', /Ask the sender for a PDF/],
	] as const)(
		'%s (%s, with the contents of %s) has the reason %s and a way',
		(fileName, mimeType, contents, reason, way) =>
			expect(unsupportedOf(aFile({ fileName, mimeType, contents }))).toEqual({
				reason,
				text: 'is not a PDF, JPG or PNG file',
				nextStep: expect.stringMatching(way),
				isOtherType: true,
			}),
	);

	it.each([
		['invoice.pdf', 'application/pdf', 'zip', 'archive', 'an archive'],
		['invoice.pdf', '', 'page', 'web_page', 'a web page'],
		['scan', 'image/jpeg', 'heic', 'heic', 'a HEIC or AVIF photo'],
		['scan.png', 'text/html', 'text', 'web_page', 'a web page'],
		['invoice.pdf', 'application/pdf', 'other', 'other_type', 'something else'],
	] as const)(
		'%s (%s, with the contents of %s) is no other type that may be skipped: it claims to be a document',
		(fileName, mimeType, contents, reason, what) =>
			expect(unsupportedOf(aFile({ fileName, mimeType, contents }))).toMatchObject({
				reason,
				text: expect.stringMatching(
					`^is not a PDF, JPG or PNG file, although its name or type says so: it is ${what}$`,
				),
				isOtherType: false,
			}),
	);

	it('is called by its bytes, not by its name, where these say what it is', () =>
		expect(unsupportedOf(aFile({ fileName: 'rows.csv', mimeType: '', contents: 'tiff' }))?.reason).toBe(
			'tiff',
		));

	it.each([
		['photo.jpg', 5 * MiB + 1, 'image_too_large', /^has 5\.01 MB; a JPG may have up to 5 MB$/, /Edit Image/],
		['photo.png', 5 * MiB + 1, 'image_too_large', /; a PNG may have up to 5 MB$/, /Edit Image/],
		['long.pdf', 150 * MiB + 1, 'pdf_too_large', /; a PDF may have up to 150 MB$/, /cannot split it/],
		['long.pdf', 151 * MiB, 'pdf_too_large', /^has 151 MB; a PDF may have up to 150 MB$/, /cannot split it/],
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
});

describe('The problem of a file that the service does not take', () => {
	const problemOf = (given: Parameters<typeof aFile>[0], how: Situation = {}) => {
		const problem = unsupportedProblem(aFile(given), unsupportedOf(aFile(given))!);
		return { ...problem, nextStep: stepText(problem.nextStep, how) };
	};

	it('names the file, its item and what to do', () =>
		expect(problemOf({ bytes: 0, itemIndex: 3 })).toEqual({
			parameter: 'Input Files',
			text: 'invoice.pdf is empty',
			itemIndex: 3,
			namesFile: true,
			nextStep: 'Check the node that brings the file. To run without it, remove it before this step.',
		}));

	it('does not tell to run without it if the others were sent without it', () =>
		expect(problemOf({ bytes: 0 }, { paidBeside: 'request' }).nextStep).toBe(
			'Check the node that brings the file.',
		));

	it('says how to run without files of another type', () =>
		expect(problemOf({ fileName: 'letter.docx', mimeType: 'application/msword' })).toMatchObject({
			text: 'letter.docx is not a PDF, JPG or PNG file',
			nextStep: expect.stringMatching(/^Ask the sender for a PDF.*change the option Unsupported Files\.$/),
		}));
});

import {
	claimedType,
	extensionOf,
	extensionSays,
	fileTypeOf,
	mayBeDocument,
	sizeLimitOf,
} from '../../../../nodes/DocumentDataExtraction/files/input/fileTypes';

describe('the extension of a file name', () => {
	it.each([
		['invoice.pdf', 'pdf'],
		['Invoice.March.PDF', 'pdf'],
		['archive.tar.gz', 'gz'],
		['invoice', ''],
		['invoice.', ''],
		['.pdf', ''],
		['folder.pdf/invoice', ''],
		['', ''],
	])('of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
});

describe('the type of a file', () => {
	it.each([
		['scan.pdf', '', 'pdf'],
		['scan.jpg', '', 'jpg'],
		['scan.JPEG', '', 'jpg'],
		['scan.png', '', 'png'],
		['scan.pdf ', '', 'pdf'],
		['scan', 'application/pdf', 'pdf'],
		['scan', 'image/jpeg', 'jpg'],
		['scan.bin', 'application/pdf', 'pdf'],
		['scan.pdf', 'image/png', 'png'],
		['scan.pdf', 'application/octet-stream', 'pdf'],
		['scan.pdf', 'binary/octet-stream; charset=binary', 'pdf'],
	])('of %s (%s) is %s', (name, mimeType, type) => expect(fileTypeOf(name, mimeType)).toBe(type));

	it.each([
		['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
		['page.html', 'text/html'],
		['page.pdf', 'text/html'],
		['picture.gif', 'image/gif'],
		['scan', 'application/octet-stream'],
		['scan', ''],
		['notes.constructor', ''],
		['notes.__proto__', ''],
		['notes', 'constructor'],
	])('of %s (%s) is none that the service takes', (name, mimeType) =>
		expect(fileTypeOf(name, mimeType)).toBeUndefined(),
	);

	it.each([
		['invoice.pdf', 'text/html', 'pdf'],
		['photo.JPEG', 'application/octet-stream', 'jpg'],
		['scan', 'application/pdf', 'pdf'],
		['photo.jpg', 'application/pdf', 'jpg'],
		['scan', '', undefined],
		['photo.webp', 'image/webp', undefined],
	])('of %s (%s) is claimed to be %s', (name, mimeType, expected) =>
		expect(claimedType(name, mimeType)).toBe(expected),
	);

	it.each([
		['invoice.pdf', 'text/html', true],
		['scan', 'application/octet-stream', true],
		['scan', '', true],
		['scan', 'text/calendar', false],
		['letter.docx', 'application/msword', false],
	])('of %s (%s) may be one that the service takes: %s', (name, mimeType, expected) =>
		expect(mayBeDocument(name, mimeType)).toBe(expected),
	);

	it('is what its extension says, or not', () => {
		expect(extensionSays('a.jpeg', 'jpg')).toBe(true);
		expect(extensionSays('a.JPG', 'jpg')).toBe(true);
		expect(extensionSays('a.jpg', 'pdf')).toBe(false);
		expect(extensionSays('a', 'pdf')).toBe(false);
	});

	it('decides how large it may be', () => {
		expect(sizeLimitOf('pdf')).toBe(157_286_400);
		expect(sizeLimitOf('jpg')).toBe(5_242_880);
		expect(sizeLimitOf('png')).toBe(5_242_880);
	});
});

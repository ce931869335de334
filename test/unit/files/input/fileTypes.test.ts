import {
	extensionOf,
	extensionSays,
	fileTypeOf,
	isUnclear,
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
		['scan', 'application/pdf', 'pdf'],
		['scan', 'image/jpeg', 'jpg'],
		['scan', 'image/png; charset=binary', 'png'],
		['scan', ' Application/PDF ', 'pdf'],
		['scan.bin', 'application/pdf', 'pdf'],
		['scan.pdf', 'image/png', 'png'],
		['scan.pdf', 'application/octet-stream', 'pdf'],
		['scan', 'image/x-png', 'png'],
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
		['scan', '', true],
		['scan', 'application/octet-stream; name=scan', true],
		['Invoice No. 5', 'binary/octet-stream', true],
		['invoice.bin', 'application/octet-stream', true],
		['invoice.pdf.p7m', 'application/octet-stream', false],
		['list.csv', '', false],
		['scan', 'text/calendar', false],
		['page.pdf', 'text/html; charset=utf-8', true],
		['photo.jpg', 'image/webp', true],
		['photo.jpg', 'application/pdf', true],
		['photo.jpg', 'image/pjpeg', false],
		['photo.jpg', 'application/octet-stream', false],
		['page.html', 'text/html', false],
		['scan', 'text/html', false],
	])('of %s (%s) is told by its bytes alone: %s', (name, mimeType, expected) =>
		expect(isUnclear(name, mimeType)).toBe(expected),
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

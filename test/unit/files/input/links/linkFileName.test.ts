import {
	dispositionFileName,
	linkFileName,
} from '../../../../../nodes/DocumentDataExtraction/files/input/links/linkFileName';

/** As Node gives the bytes of a header. */
const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('the header Content-Disposition', () => {
	it.each([
		['attachment; filename=a.pdf', 'a.pdf'],
		['attachment; filename="a b.pdf"', 'a b.pdf'],
		['attachment;filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
		['inline; FILENAME = "a.pdf" ; size=3', 'a.pdf'],
		[`attachment; filename="x.pdf"; filename*=UTF-8''M%C3%A4rz%202.pdf`, 'März 2.pdf'],
		[`attachment; filename*=utf-8'de'M%c3%a4rz.pdf; filename="x.pdf"`, 'März.pdf'],
		[`attachment; filename*=ISO-8859-1''M%E4rz.pdf`, 'März.pdf'],
		[`attachment; filename*=nonsense; filename="x.pdf"`, 'x.pdf'],
		[`attachment; filename*=UTF-8''50%25%zz.pdf`, '50%%zz.pdf'],
		[bytesOf('attachment; filename="März.pdf"'), 'März.pdf'],
		['attachment; filename="M\u00e4rz.pdf"', 'März.pdf'],
		['attachment; filename="a;b.pdf"', 'a;b.pdf'],
		['attachment; filename="a.pdf"; filename="b.pdf"', 'a.pdf'],
		['attachment; filename="../../etc/passwd"', '../../etc/passwd'],
		['attachment', undefined],
		['attachment; filename=""', undefined],
		['', undefined],
		[undefined, undefined],
		[['a'], undefined],
	])('says in %j that the name is %j', (header, name) => expect(dispositionFileName(header)).toBe(name));

	it('is read in no time, whatever it holds', () => {
		for (const part of [';a="', ';"', "; filename*=''", ';a=\\"'])
			expect(() => dispositionFileName(`attachment${part.repeat(10_000)}`)).not.toThrow();
	});
});

describe('the name of the file behind a link', () => {
	const nameOf = (
		link: string,
		{ fileName, header, to = link }: { fileName?: string; header?: string; to?: string } = {},
	) =>
		linkFileName(
			{ url: new URL(link), fileName },
			{ url: new URL(to), headers: header ? { 'content-disposition': header } : {} },
		);

	it('is what the server says, then what the list says, then the last part of the address', () => {
		const link = 'https://example.com/files/address.pdf?name=x.pdf';
		expect(nameOf(link, { fileName: 'list.pdf', header: 'attachment; filename=server.pdf' })).toBe(
			'server.pdf',
		);
		expect(nameOf(link, { fileName: 'list.pdf' })).toBe('list.pdf');
		expect(nameOf(link)).toBe('address.pdf');
	});

	it.each([
		['https://example.com/M%C3%A4rz%202.pdf', 'März 2.pdf'],
		['https://example.com/a%2F..%2Fb.pdf', 'a/../b.pdf'],
		['https://example.com/100%.pdf', '100%.pdf'],
		['https://example.com/files/', 'files'],
		['https://example.com', 'example.com'],
	])('of %s is %s', (link, name) => expect(nameOf(link)).toBe(name));

	it('is taken from the address that tells a type, the given one first', () => {
		const share = 'https://example.com/share/1';
		expect(nameOf(share, { to: 'https://cdn.example.com/k/invoice.pdf' })).toBe('invoice.pdf');
		expect(nameOf(share, { to: 'https://cdn.example.com/k/8f3' })).toBe('1');
		expect(nameOf('https://example.com/a.pdf', { to: 'https://cdn.example.com/b.pdf' })).toBe('a.pdf');
	});
});

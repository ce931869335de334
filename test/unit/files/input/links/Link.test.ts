import { checkLinks } from '../../../../../nodes/DocumentDataExtraction/files/input/links/Link';

const read = (given: unknown) => {
	const checked = checkLinks(given);
	if (!checked.ok) return checked.problems.map(({ text }) => text);
	return checked.value.map(({ url, fileName }) => (fileName === undefined ? url.href : [url.href, fileName]));
};

const A = 'https://example.com/a.pdf';
const B = 'http://example.com/b.pdf?sig=1,2';

describe('the links that a user gives', () => {
	it.each([
		['one', A, [A]],
		['with spaces around it', `  ${A}\n`, [A]],
		['in lines', `${A}\n${B}\r\n\n`, [A, B]],
		['behind commas with spaces', `${A}, ${B}`, [A, B]],
		['behind commas without, for an address follows', `${A},${B}`, [A, B]],
		['behind a space', `${B} ${A}`, [B, A]],
		['behind a tab', `${B}\t${A}`, [B, A]],
		['behind semicolons', `${B};${A} ; ${B}`, [B, A]],
		['a list of texts', [A, B], [A, B]],
		['a list with two in one text', [`${A} ${B}`], [A, B]],
		['a list with gaps', [A, '', null, undefined, B], [A, B]],
		['JSON text of a list', JSON.stringify([A, B]), [A, B]],
		['JSON text of one', JSON.stringify(A), [A]],
		['an object', { url: A, filename: 'May.pdf' }, [[A, 'May.pdf']]],
		[
			'objects, named in either way',
			[
				{ url: A, name: 'May.pdf' },
				{ url: B, filename: ' ' },
			],
			[[A, 'May.pdf'], B],
		],
		['JSON text of objects', JSON.stringify([{ url: A, filename: 'May.pdf' }]), [[A, 'May.pdf']]],
		['the same twice', [A, `${A}#page=2`, A], [A]],
		[
			'an address that has to be encoded',
			'https://example.com/März 1.pdf',
			['https://example.com/M%C3%A4rz%201.pdf'],
		],
		['none', '', []],
		['spaces', ' \n ', []],
		['nothing', undefined, []],
		['null', null, []],
		['an empty list', [], []],
	])('are read where they are given as %s', (_what, given, links) => expect(read(given)).toEqual(links));

	it.each([
		['a number', 7],
		['a switch', true],
		['an object without url', { link: A }],
		['an object whose url is none', { url: 7 }],
		['a list in a list', [[A]]],
		['a word', 'invoice.pdf'],
		['an address without scheme', 'www.example.com/a.pdf'],
		['an address of another kind', 'file:///etc/passwd'],
		['data', 'data:application/pdf;base64,JVBERi0='],
		['a scheme alone', 'https://'],
		['an address with words behind it', `${B} and ${A}`],
		['two addresses in a field for one', { url: `${B} ${A}` }],
		['a list that is no JSON', '["https://example.com/a.pdf"'],
	])('are refused, all with what is expected: %s', (_what, given) => {
		const texts = read(given);
		expect(texts).toHaveLength(1);
		expect(texts[0]).toMatch(/^(The value|Entry 1).*Enter one link, several links on separate lines/);
	});

	it('are refused one by one, by their places', () => {
		expect(read([A, 'x', { url: 'y' }])).toEqual([
			expect.stringMatching(/^Entry 2, "x"/),
			expect.stringMatching(/^Entry 3, "y"/),
		]);
	});

	it.each([
		'https://me@example.com/a',
		'https://me:pa55@example.com/a',
		'me:pa55@example.com',
		'x://me:pa55@h/?k=pa55',
	])('are refused with a user name or password, which is not repeated: %s', (given) => {
		const [text] = read(given);
		expect(text).toMatch(/user name or password for example\.com|(is not a link|does not begin with)/);
		expect(text).not.toMatch(/me@|me:|pa55/);
	});

	it('are told without their query', () => {
		expect(read('example.com/a?sig=s3cret')[0]).toMatch(
			/^The value, "example\.com\/a", (is not a link|does not begin with)/,
		);
	});

	it('are read in no time, however long the text', () => {
		expect(read('['.repeat(200_000))).toHaveLength(1);
		expect(read(`${A}, `.repeat(20_000))).toEqual([A]);
	});
});

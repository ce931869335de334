import { checkLinks } from '../../../../nodes/DocumentDataExtraction/files/input/Link';

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
		[
			'attachments with links to pictures of them, as JSON text',
			JSON.stringify([{ url: A, thumbnails: { small: { url: B } } }]),
			[A],
		],
		['the same twice', [A, `${A}#page=2`, A], [A]],
		[
			'an address that has to be encoded',
			'https://example.com/März.pdf',
			['https://example.com/M%C3%A4rz.pdf'],
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
		['an object whose url is empty', { url: '' }],
		['a list in a list', [[A]]],
		['a word', 'invoice.pdf'],
		['an address without scheme', 'www.example.com/a.pdf'],
		['an address of another kind', 'file:///etc/passwd'],
		['data', 'data:application/pdf;base64,JVBERi0='],
		['a scheme alone', 'https://'],
		['a scheme with a full stop', 'https://.'],
		['words', 'The invoice is missing.'],
		['a link beside one without its beginning', `${A}\nwww.example.com/b.pdf`],
		['a path of a host beside a link', `${A}, files.example.com/b.pdf`],
		['a link of another kind beside one', `${A} ftp://example.com/b.pdf`],
	])('are refused, all with what is expected: %s', (_what, given) => {
		const texts = read(given);
		expect(texts).toHaveLength(1);
		expect(texts[0]).toMatch(
			/^(The value|Entry 1) contains .*Enter one link, several links on separate lines/,
		);
	});

	const C = 'https://example.com/c_(1).pdf';
	const D = 'https://example.com/d,e;f.pdf';

	it.each<[string, string, unknown[]]>([
		['bullets', `- ${A}\n* ${B}\n• ${C}\n– ${D}`, [A, B, C, D]],
		['bullets without a space', `-${A}\n•${B}\n*${C}`, [A, B, C]],
		['numbers', `1. ${A}\n2) ${B}\n(3) ${C}\n12. ${D}`, [A, B, C, D]],
		['numbers in one line', `1. ${A} 2. ${B} 3. ${C}`, [A, B, C]],
		['Markdown', `[Invoice A](${A})`, [A]],
		['Markdown in a list', `- [A](${A})\n- [C](${C})`, [A, C]],
		['Markdown in one line', `[A](${A}), [C](${C}) [D](${D})`, [A, C, D]],
		['pictures', `![Scan](${A})`, [A]],
		['Markdown whose names are the links', `[${A}](${A}), [${C}](${C})`, [A, C]],
		['titles', `[March](${A} "March 2026")\n- [C](${C} 'C')`, [A, C]],
		['angle brackets', `<${A}>, <${B}>`, [A, B]],
		['quotes', `"${A}", '${B}'\n“${C}” „${D}“`, [A, B, C, D]],
		['other quotes', `‘${A}’, «${B}»\n»${C}« ‚${D}‘`, [A, B, C, D]],
		['an apostrophe', `${A}/O’Brien.pdf`, [`${A}/O%E2%80%99Brien.pdf`]],
		['quotes for code', `\`${A}\`\n- \`${B}\``, [A, B]],
		['parentheses', `(${A})\n(${C})`, [A, C]],
		['a comma at the end', `${A},`, [A]],
		['a semicolon at the end', `${A}; ${D};`, [A, D]],
		['a full stop at the end', `${A}.\n${B}.`, [A, B]],
		['commas and line breaks', `${A},\n${D},\n${B},\n`, [A, D, B]],
		['bold type', `**${A}**`, [A]],
		['a parenthesis too many', `${A})`, [A]],
		['the end of a sentence', `${A}!\n${C}。\n${D}…`, [A, C, D]],
		['signs nobody sees', `\u200b${A}\u200b\n\ufeff${B}`, [A, B]],
		['words around them', `Here are the invoices:\n\n1. ${A} (March)\n2. ${B} and more`, [A, B]],
		[
			'names of documents around them',
			`invoice.pdf: ${A} (2 of 3, v1.2)\n[www.example.com/b.pdf](${B})`,
			[A, B],
		],
		['words that announce each', `March: ${A}\nApril: ${C}`, [A, C]],
		['a block with lines', `\`\`\`text\n${A}\n${C}\n\`\`\``, [A, C]],
		['a block of JSON', `Here:\n\`\`\`json\n["${A}", "${B}"]\n\`\`\`\nAnything else?`, [A, B]],
		['a list of another language', `['${A}', '${B}',]`, [A, B]],
		['a list without quotes', `[${A}, ${B}]`, [A, B]],
		['everything at once', `Invoices:\n1. [A](${A}),\n- <${B}>;\n"${C}".\n${D}`, [A, B, C, D]],
	])('are read as people and models write them, with %s', (_what, given, links) => {
		expect(read(given)).toEqual(links);
		expect(read([given])).toEqual(links);
		expect(read({ url: given })).toEqual(links);
	});

	it.each([
		'',
		'<br>',
		'\\n',
		'\\r\\n',
		'|',
		' | ',
		'，',
		'、',
		'；',
		'·',
		'&',
		'#',
		'\u0085',
		'\u2028',
		'\u200b',
	])('are two with %j between them', (between) => {
		const [first, second] = ['http://example.com/a.pdf?x=1', 'http://example.com/b.pdf?x=2'];
		expect(read(first + between + second)).toEqual([expect.stringMatching(/a\.pdf\?x=1&?$/), second]);
		expect(read(`- ${A}${between}${second}${between}`)).toHaveLength(2);
	});

	it.each([
		'https://web.archive.org/web/2020/https://example.com/a.pdf',
		'https://urldefense.com/v3/__https://example.com/a.pdf__;!!abc$',
		'https://example.com/get?url=https://example.com/a.pdf',
		'https://example.com/?https://example.com/a.pdf',
		'https://example.com/get?a=1&url=http://example.com/a.pdf?b=https://example.com/',
		'https://example.com/get?url=https%3A%2F%2Fexample.com%2Fa.pdf',
	])('may hold another one as real links do: %s', (link) => {
		expect(read(link)).toEqual([link]);
		expect(read(`${A}\n${link}`)).toEqual([A, link]);
		expect(read({ url: link })).toEqual([link]);
	});

	it.each([
		'https://example.com/a,b,c.pdf',
		'https://example.com/a;v=1/b.pdf',
		'https://example.com/Foo_(bar)',
		'https://example.com/(a)(b).pdf',
		'https://example.com/?list=1,2;3&to=https://example.org/x.pdf',
		'https://example.com/https://example.org/x.pdf',
		"https://example.com/o'neill's.pdf",
		'https://example.com/a-1.%20b.pdf',
		'https://example.com/*.pdf',
		'https://example.com/a?sig=ab-_~==',
		'https://example.com/a?sig=ab_',
		'https://example.com/a/',
	])('stay as they are: %s', (link) => {
		const { href } = new URL(link);
		for (const given of [
			link,
			`- ${link}`,
			`[x](${link})`,
			`(${link})`,
			`<${link}>`,
			`"${link}"`,
			`'${link}'`,
			`${link}.`,
		])
			expect(read(given)).toEqual([href]);
		for (const given of [`${A}\n1. ${link}`, `${A}, ${link},`, `${A} ${link};`])
			expect(read(given)).toEqual([A, href]);
	});

	it.each(['http://[fe80::1%25lo]/a.pdf', 'https://example.com:99999/a.pdf'])(
		'are refused for the right reason where the host is wrong: %s',
		(given) => {
			const wrong = expect.stringMatching(/^The value contains a link without a valid host\. Enter one link/);
			for (const text of [given, `${A} ${given}`]) expect(read(text)).toEqual([wrong]);
		},
	);

	it('are refused one by one, by their places', () => {
		expect(read([A, 'x', '', { url: 'y' }])).toEqual([
			expect.stringMatching(/^Entry 2 contains no link/),
			expect.stringMatching(/^Entry 4 contains no link/),
		]);
	});

	it.each([
		'https://me@example.com/a',
		'https://me:pa55@example.com/a',
		`${A} https://me:pa55@example.com/a`,
		'me:pa55@example.com',
		'x://me:pa55@h/?k=pa55',
	])('are refused with a user name or password, which is not repeated: %s', (given) => {
		const texts = read(given);
		expect(texts).toEqual([expect.stringMatching(/user name or password for example\.com|contains no link/)]);
		expect(texts[0]).not.toMatch(/me@|me:|pa55/);
	});

	it('are never told, nor any secret in them', () => {
		expect(read(['example.com/a?sig=s3cret', 'https://a:99999/?sig=s3cret']).join()).not.toMatch(/s3cret/);
	});

	it('are read in no time, however long the text', () => {
		expect(read('['.repeat(200_000))).toHaveLength(1);
		expect(read(`${A}, `.repeat(20_000))).toEqual([A]);
		const begun = process.cpuUsage();
		for (const text of [
			'<https://a ',
			'"https://a ',
			'(https://a',
			'[x](https://a ',
			`'https://a"`,
			'. ',
			'.',
			'(',
			')',
			'()',
			"'",
			'```',
			'[a]',
			'http://a',
			'?a=http://a',
			'http://a/',
			'a.pdf!',
			'\\n',
			'<br ',
			'，|',
		])
			for (const around of [(many: string) => many, (many: string) => `${A}${many}x`])
				read(around(text.repeat(20_000)));
		expect(process.cpuUsage(begun).user / 1_000_000).toBeLessThan(30);
	});
});

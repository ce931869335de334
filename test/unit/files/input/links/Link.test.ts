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

	const C = 'https://example.com/c_(1).pdf';
	const D = 'https://example.com/d,e;f.pdf';

	it.each<[string, string, unknown[]]>([
		['bullets', `- ${A}\n* ${B}\n• ${C}\n– ${D}`, [A, B, C, D]],
		['bullets without a space', `-${A}\n•${B}\n*${C}`, [A, B, C]],
		['numbers', `1. ${A}\n2) ${B}\n(3) ${C}\n12. ${D}`, [A, B, C, D]],
		['numbers in one line', `1. ${A} 2. ${B} 3. ${C}`, [A, B, C]],
		['Markdown', `[Invoice A](${A}) and more`.slice(0, -9), [A]],
		['Markdown in a list', `- [A](${A})\n- [C](${C})`, [A, C]],
		['Markdown in one line', `[A](${A}), [C](${C}) [D](${D})`, [A, C, D]],
		['Markdown whose names name documents', `[March.pdf](${A})\n[Open](${B})`, [[A, 'March.pdf'], B]],
		['pictures', `![Scan](${A})`, [A]],
		['Markdown whose names are the links', `[${A}](${A}), [${C}](${C})`, [A, C]],
		['angle brackets', `<${A}>, <${B}>`, [A, B]],
		['quotes', `"${A}", '${B}'\n“${C}” „${D}“`, [A, B, C, D]],
		['quotes for code', `\`${A}\`\n- \`${B}\``, [A, B]],
		['parentheses', `(${A})\n(${C})`, [A, C]],
		['a comma at the end', `${A},`, [A]],
		['a semicolon at the end', `${A}; ${D};`, [A, D]],
		['a full stop at the end', `${A}.\n${B}.`, [A, B]],
		['commas and line breaks', `${A},\n${D},\n${B},\n`, [A, D, B]],
		['bold type', `**${A}**`, [A]],
		['a parenthesis too many', `${A})`, [A]],
		['the end of a sentence', `${A}!\n${C}。\n${D}…`, [A, C, D]],
		['titles', `[March](${A} "March 2026")\n- [C](${C} 'C') [D](${D} "")`, [A, C, D]],
		['a link for a title', `[March](${A} "${C}")`, [A, C]],
		['signs nobody sees', `\u200b${A}\u200b\n\ufeff${B}`, [A, B]],
		['words that announce them', `Here are the invoices:\n\n1. ${A}\n2. ${B}`, [A, B]],
		['words that announce each', `March: ${A}\nApril: ${C}`, [A, C]],
		['a block with lines', `\`\`\`text\n${A}\n${C}\n\`\`\``, [A, C]],
		['a block in one line', `\`\`\`${A}\`\`\``, [A]],
		['a list of another language', `['${A}', '${B}',]`, [A, B]],
		['a list without quotes', `[${A}, ${B}]`, [A, B]],
		['everything at once', `Invoices:\n1. [A](${A}),\n- <${B}>;\n"${C}".\n${D}`, [A, B, C, D]],
	])('are read as people and models write them, with %s', (_what, given, links) => {
		expect(read(given)).toEqual(links);
		expect(read([given])).toEqual(links);
	});

	it.each<[string, string, unknown[]]>([
		['JSON in a block of code', `\`\`\`json\n["${A}", "${B}"]\n\`\`\``, [A, B]],
		[
			'JSON in a block without a language',
			`\`\`\`\n[{ "url": "${A}", "name": "May.pdf" }]\n\`\`\``,
			[[A, 'May.pdf']],
		],
		['JSON in a block, with words', `Here you go:\n\`\`\`json\n["${A}"]\n\`\`\`\nAnything else?`, [A]],
		['JSON behind words', `The links: ["${A}", "${B}"]`, [A, B]],
		[
			'JSON with signs for its codes',
			`["https:\\/\\/example.com\\/a.pdf", "http://example.com/b.pdf?sig=1\\u002c2"]`,
			[A, B],
		],
	])('are read where they are %s', (_what, given, links) => expect(read(given)).toEqual(links));

	it.each([
		'<br>',
		'<BR />',
		'<br/>\n',
		'\\n',
		'\\r\\n',
		'\\n- ',
		'|',
		' | ',
		'，',
		'、',
		'；',
		'·',
		'\u0085',
		'\u2028',
		'\u200b',
		'，\n',
	])('are two with %j between them', (between) => {
		const [first, second] = ['http://example.com/a.pdf?x=1', 'http://example.com/b.pdf?x=2'];
		expect(read(first + between + second)).toEqual([first, second]);
		expect(read(`- ${A}${between}${second}${between}`)).toEqual([A, second]);
		expect(read({ url: first + between + second })).toEqual([
			expect.stringMatching(/contains (another link|a space)/),
		]);
	});

	it.each(['', '/', '//', '&', '?', '#', '-', '_', '~', '@x', '(', '=1=', '%20', '"'])(
		'are refused, and none is lost, with %j between them',
		(between) => {
			for (const query of ['?x=1', '', '?sig=ab=']) {
				const given = `http://example.com/a.pdf${query}${between}http://example.com/b.pdf?x=2`;
				expect([given, read(given)]).toEqual([
					given,
					[expect.stringMatching(/^The value.* (contains another link|does not begin)/)],
				]);
			}
		},
	);

	it.each([
		'https://web.archive.org/web/2020/https://example.com/a.pdf',
		'https://urldefense.com/v3/__https://example.com/a.pdf__;!!abc$',
		'https://example.com/get?url=https://example.com/a.pdf',
		'https://example.com/get?a=1&url=http://example.com/a.pdf?b=https://example.com/',
		'https://example.com/get?url=https%3A%2F%2Fexample.com%2Fa.pdf',
	])('may hold another one as real links do: %s', (link) => {
		expect(read(link)).toEqual([link]);
		expect(read(`${A}\n${link}`)).toEqual([A, link]);
		expect(read({ url: link })).toEqual([link]);
	});

	it.each(['https://example.com/get/1/https://example.com/get/2', 'https://a.org/1/http://a.org/2'])(
		'are refused with one of the same host in the path: %s',
		(given) => expect(read(given)).toEqual([expect.stringMatching(/contains another link/)]),
	);

	it.each([
		`${A} and ${D}`,
		`${A} & ${D}`,
		`${A} please`,
		`${A} (March)`,
		`${A} - March invoice`,
		`${A} or b.pdf`,
		`${A}; b.pdf`,
		`https://example.com/get and https://example.com/b.pdf`,
		`https://example.com/get the invoice`,
		`https://example.com/a.php?id=1 b.pdf`,
		`https://example.com/a.pdf#page=1 b.pdf`,
		`https://example.com/a\tb.pdf`,
	])('are refused with words behind them, and none is lost: %j', (given) => {
		for (const one of [given, [given], { url: given }])
			expect(read(one)).toEqual([expect.stringMatching(/^(The value|Entry \d).*Enter one link/)]);
	});

	it.each([
		['https://example.com/My Invoice March.pdf', 'https://example.com/My%20Invoice%20March.pdf'],
		['https://example.com/My Invoice.pdf?web=1', 'https://example.com/My%20Invoice.pdf?web=1'],
		['https://example.com/My Scans/No. 5 v1.2.JPG', 'https://example.com/My%20Scans/No.%205%20v1.2.JPG'],
	])('may hold spaces where they end as a document: %s', (link, href) => {
		for (const given of [link, `- ${link}.`, `"${link}"`, { url: link }]) expect(read(given)).toEqual([href]);
		expect(read(`${link}, ${A}`)).toEqual([href, A]);
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
	])('stay as they are: %s', (link) => {
		const { href } = new URL(link);
		for (const given of [
			link,
			`- ${link}`,
			`[x](${link})`,
			`(${link})`,
			`<${link}>`,
			`"${link}"`,
			`${link}.`,
		])
			expect(read(given)).toEqual([href]);
		for (const given of [`${A}\n1. ${link}`, `${A}, ${link},`, `${A} ${link};`])
			expect(read(given)).toEqual([A, href]);
	});

	it.each(['https://example.com/a.pdf?name=Ltd.', 'https://example.com/a,', 'https://example.com/a)'])(
		'end before the end of a sentence, unless something else ends them: %s',
		(link) => {
			for (const given of [link, `- ${link}`, [link]]) expect(read(given)).toEqual([link.slice(0, -1)]);
			for (const given of [`<${link}>`, `"${link}"`, { url: link }]) expect(read(given)).toEqual([link]);
		},
	);

	it.each([
		`${A}\ninvoice.pdf`,
		`invoice.pdf\n${A}`,
		`- ${A}\n- www.example.com/b.pdf`,
		`${A}\n- the other one is missing`,
		`Nothing here:`,
		`\`\`\`json\n["${A}"]\n\`\`\`\nand invoice.pdf or ${A}`,
	])('are not read beside what may be a lost one: %j', (given) => {
		expect(read(given)).toContainEqual(expect.stringMatching(/does not begin with https/));
	});

	it.each([
		'http://[fe80::1%25lo]/a.pdf',
		'https://example.com:99999/a.pdf',
		'https://exa mple.com/a.pdf',
		'https://',
	])('are refused for the right reason where the host is wrong: %s', (given) => {
		expect(read(given)[0]).toMatch(/^The value, "https?:.*", has no valid host\. Enter one link/);
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
		const begun = process.cpuUsage();
		for (const text of [
			'<https://a ',
			'"https://a ',
			'(https://a',
			'[x](https://a ',
			`'https://a"`,
			'. ',
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

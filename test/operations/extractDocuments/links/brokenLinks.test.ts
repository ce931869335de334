import { LIMITS } from '../../../../nodes/DocumentDataExtraction/api/limits';
import { LINK_RETRY } from '../../../../nodes/DocumentDataExtraction/files/input/links/fetchLinks';
import { STREAM_WATCH } from '../../../../nodes/DocumentDataExtraction/files/stream/intoStore';
import { makeInvoicePdf } from '../../../../examples/documents/invoicePdf';
import { everythingOf } from '../../../support/everythingOf';
import {
	breaksOff,
	gives,
	goesOnAndOn,
	redirectsTo,
	refuses,
	stalls,
	startLinkServer,
	type LinkServer,
} from '../../../support/fixtures/linkServer';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { extract, startExtracting, type ExtractOptions } from '../../../support/operations/extractDocuments';
import { until } from '../../../support/until';
import { LONGEST_FETCH } from '../../../../nodes/DocumentDataExtraction/files/input/links/fetchLink';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

describe('Extract Documents: links that give no document', () => {
	let node: NodeFixture;
	let web: LinkServer;
	let pdf: Buffer;
	const usual = { ...LINK_RETRY };
	const { idleMs } = STREAM_WATCH;
	beforeAll(async () => {
		[node, web, pdf] = await Promise.all([
			startNode({ processingMs: 30, limits: 'off' }),
			startLinkServer(),
			makeInvoicePdf({ number: 'OK-1' }),
		]);
		// In place of minutes.
		Object.assign(LINK_RETRY, { firstPauseMs: 1, leftMs: (spentMs: number) => 100 - spentMs });
	});
	beforeEach(() => {
		web.asked.length = 0;
		node.sandbox.control.clearRequests();
	});
	afterAll(async () => {
		Object.assign(LINK_RETRY, usual);
		await Promise.all([node.close(), web.close()]);
	});

	const asLinks = ({ parameters, ...rest }: Partial<ExtractOptions>, links: unknown) => ({
		input: [{ json: {} }],
		...rest,
		parameters: { files: 'links', links: links as string, ...parameters },
	});
	const extractLinks = async (links: unknown, options: Partial<ExtractOptions> = {}) =>
		await extract(node, asLinks(options, links));
	const host = () => new URL(web.url).host;

	it.each([
		[401, 'LINK_NEEDS_SIGN_IN', /asks for a sign-in: .*\/secret\.pdf/, /sends no credential/],
		[403, 'LINK_FORBIDDEN', /does not allow access/, /may have expired/],
		[404, 'LINK_NOT_FOUND', /There is no file behind the link/, /Check the link/],
		[410, 'LINK_GONE', /has expired/, /Run the node that creates the links again/],
		[418, 'LINK_FAILED', /could not be downloaded.*HTTP 418/, /Run again/],
	])('HTTP %i fails with %s, once, and says what to do', async (status, code, message, nextStep) => {
		const link = web.on('/secret.pdf', refuses(status));
		const run = await extractLinks(`${link}?token=s3cret#part`);
		expect(run.error?.message).toMatch(message);
		expect(run.error?.message).toMatch(/^Links: .*$/);
		expect(run.error?.message).toContain(`${host()}/secret.pdf`);
		expect(run.error?.description).toMatch(nextStep);
		expect(run.error?.description).toContain(`(${code})`);
		expect(run.error?.context).toMatchObject({ code, retryable: false });
		expect(web.asked).toHaveLength(1);
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it.each([202, 204, 206, 304, 423, 425, 429, 500, 503])('HTTP %i is tried again', async (status) => {
		const link = web.on('/busy.pdf', refuses(status, { 'retry-after': '0' }), gives(pdf));
		expect((await extractLinks(link)).error).toBeUndefined();
		expect(web.asked).toHaveLength(2);
	});

	it('gives up after a while, and says that it may pass', async () => {
		const run = await extractLinks(web.on('/busy.pdf', refuses(503)));
		expect(web.asked.length).toBeGreaterThan(1);
		expect(run.error?.message).toMatch(/could not be downloaded from the link: HTTP 503 at .*\/busy\.pdf/);
		expect(run.error?.context).toMatchObject({ code: 'LINK_FAILED', retryable: true });
	});

	it.each([201, 202, 203, 206])('HTTP %i brings no whole file, and nothing of it is sent', async (status) => {
		const part = pdf.subarray(0, 100);
		const link = web.on('/half.pdf', (response) => response.writeHead(status).end(part));
		const run = await extractLinks(link);
		expect(run.error?.message).toMatch(
			new RegExp(`^Links: .*: HTTP ${status} instead of the whole file at .*/half\\.pdf$`),
		);
		expect(run.error?.context).toMatchObject({ code: 'LINK_FAILED', retryable: true });
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('links that differ only in what is not shown of them are counted', async () => {
		const link = web.on('/get', refuses(404));
		const links = Array.from({ length: 12 }, (_, index) => `${link}?id=${index}`);
		const run = await extractLinks(links);
		expect(run.error?.message).toBe(
			`Links: There is no file behind the link: HTTP 404 at ${host()}/get, and 11 more like this`,
		);
		const input = links.map((each) => ({ json: { link: each } }));
		const fromItems = await extractLinks('={{ $json.link }}', { input });
		expect(fromItems.error?.message).toBe(run.error?.message);
		const other = web.on('/gone.pdf', refuses(410));
		expect((await extractLinks([...links, other])).error?.description).toMatch(
			/^• Links: There is no file [^•]*\/get, and 11 more like this\. Check [^•]*• Links: The link has expired/,
		);
	});

	it('a host that nobody listens at is tried again, and named', async () => {
		const gone = await startLinkServer();
		await gone.close();
		const run = await extractLinks(`${gone.url}/a.pdf?token=s3cret`);
		expect(run.error?.message).toMatch(
			/could not be downloaded from the link: nothing responds at 127\.0\.0\.1:\d+\/a\.pdf \(ECONNREFUSED\)/,
		);
	});

	it.each([
		'<!DOCTYPE html><html><body>Sign in</body></html>',
		'\n <!-- a --> <HTML lang="en">',
		'\ufeff<head>',
	])('a web page in place of a file fails, whatever it is called: %s', async (page) => {
		const link = web.on('/invoice.pdf', gives(page, { 'content-type': 'application/pdf' }));
		for (const unsupportedFiles of ['fail', 'skip', 'output']) {
			const run = await extractLinks(link, { parameters: { unsupportedFiles } });
			expect(run.error?.message).toMatch(/The link opens a web page instead of a file: .*\/invoice\.pdf/);
			expect(run.error?.description).toMatch(/private window/);
		}
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('an empty file fails', async () => {
		const run = await extractLinks(web.on('/empty.pdf', gives('')));
		expect(run.error?.message).toMatch(/The file behind the link is empty: .*\/empty\.pdf/);
	});

	it('a file of another type fails, or is skipped and told', async () => {
		const other = web.on('/notes.zip', gives('PK\u0003\u0004zip', { 'content-type': 'application/zip' }));
		const links = [other, web.on('/OK-1.pdf', gives(pdf))];
		const refused = await extractLinks(links);
		expect(refused.error?.message).toMatch(/is not a PDF, JPG or PNG file: .*\/notes\.zip$/);
		const skipped = await extractLinks(links, {
			parameters: { output: 'summary', unsupportedFiles: 'skip' },
		});
		expect(skipped.error).toBeUndefined();
		expect(skipped.items[0]?.json).toMatchObject({
			files: [{ file_name: 'OK-1.pdf' }],
			skipped_files: ['notes.zip'],
		});
		expect(JSON.stringify(skipped.hints('Node'))).toMatch(/notes\.zip/);
	});

	it.each([
		['its server', 'notes', 'text/csv', 'spreadsheet'],
		['nothing', 'notes', undefined, 'text'],
	])('a file of another type is known by %s', async (_what, bytes, said, reason) => {
		const link = web.on('/other', gives(bytes, said === undefined ? {} : { 'content-type': said }));
		const skipped = await extractLinks(link, {
			parameters: { unsupportedFiles: 'output' },
		});
		expect(skipped.secondOutput[0]?.json).toMatchObject({ reason });
		expect((await extractLinks(link)).error?.message).toMatch(/not a PDF, JPG or PNG file: .*\/other$/);
	});

	it.each([
		['an image', PNG, LIMITS.imageBytes, /is a PNG of more than 5 MB/],
		['a PDF', Buffer.from('%PDF-1.7\n'), LIMITS.pdfBytes, /is a PDF of more than 150 MB/],
	])('%s that is too large is cut off at its limit', async (_what, first, limit, message) => {
		const run = await extractLinks(web.on('/large', goesOnAndOn(first)));
		expect(run.error?.message).toMatch(message);
		await until('the server has seen the end', () => web.asked[0]?.wasCutOff === true);
		// What the connections hold comes on top.
		expect(web.asked[0]!.sent).toBeLessThan(limit + 4 * LIMITS.imageBytes);
		expect(web.asked).toHaveLength(1);
	});

	it('what is no document is cut off at once, however large', async () => {
		const run = await extractLinks(web.on('/film', goesOnAndOn(Buffer.from('\0\0\0\u0018ftypmp42'))));
		expect(run.error?.message).toMatch(/is not a PDF, JPG or PNG file/);
		await until('the server has seen the end', () => web.asked[0]?.wasCutOff === true);
		expect(web.asked[0]!.sent).toBeLessThan(LIMITS.imageBytes);
	});

	it('a file that breaks off is fetched again', async () => {
		const link = web.on('/OK-1.pdf', breaksOff(pdf), gives(pdf));
		const run = await extractLinks(link);
		expect(run.error).toBeUndefined();
		expect(web.asked).toHaveLength(2);
	});

	it('a file that always breaks off fails', async () => {
		const run = await extractLinks(web.on('/broken.pdf', breaksOff(pdf)));
		expect(run.error?.message).toMatch(
			/could not be downloaded from the link: the download stopped halfway at .*\/broken\.pdf/,
		);
		expect(web.asked.length).toBeGreaterThan(1);
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	describe('when nothing comes any more', () => {
		beforeAll(() => {
			STREAM_WATCH.idleMs = 150;
		});
		afterAll(() => {
			STREAM_WATCH.idleMs = idleMs;
		});

		it.each([
			['before the first bytes', ''],
			['after them', '%PDF-1.7'],
		])('%s, the connection is closed and tried again', async (_when, first) => {
			const run = await extractLinks(web.on('/OK-1.pdf', stalls(first), gives(pdf)));
			expect(run.error).toBeUndefined();
			expect(web.asked.map(({ wasCutOff }) => wasCutOff)).toEqual([true, false]);
		});
	});

	it('a file that moves, but never ends, is given up', async () => {
		const { ms } = LONGEST_FETCH;
		// Time enough for the request to reach its server.
		LONGEST_FETCH.ms = 2000;
		const run = await extractLinks(web.on('/slow.pdf', stalls('%PDF-1.7')));
		LONGEST_FETCH.ms = ms;
		expect(run.error?.message).toMatch(
			/could not be downloaded from the link: .*\/slow\.pdf, it took more than an hour/,
		);
		await until('the connection is closed', () => web.asked[0]?.wasCutOff === true);
		expect(web.asked).toHaveLength(1);
	});

	describe('redirects', () => {
		it('whose response never ends leave no connection open', async () => {
			web.on('/OK-1.pdf', gives(pdf));
			const run = await extractLinks(
				web.on('/moved', (response) => {
					response.writeHead(302, { location: '/OK-1.pdf' });
					response.write('Moved');
				}),
			);
			expect(run.error).toBeUndefined();
			await until('the connection is closed', () => web.asked[0]?.wasCutOff === true);
		});

		it.each([
			['in a circle', () => [redirectsTo('/b'), redirectsTo('/a')], /there are more than 10/],
			['to themselves', () => [redirectsTo('/a'), redirectsTo('/a')], /there are more than 10/],
			[
				'to another kind of address',
				() => [redirectsTo('ftp://files.example.com/x')],
				/redirects to no URL with http/,
			],
			['to a local file', () => [redirectsTo('file:///etc/passwd')], /redirects to no URL with http/],
			['to nowhere', () => [redirectsTo('http://')], /redirects to no URL with http/],
			[
				'with a password',
				() => [redirectsTo('http://u:pa55@example.com/')],
				/user name or password at example\.com/,
			],
		])('%s are not followed', async (_how, answers, message) => {
			const [a, b] = answers();
			web.on('/a', a!);
			web.on('/b', b ?? a!);
			const run = await extractLinks(`${web.url}/a`);
			expect(run.error?.message).toMatch(message);
			expect(run.error?.context).toMatchObject({ code: 'LINK_REDIRECT', retryable: false });
			expect(everythingOf(run)).not.toMatch(/pa55/);
		});

		it('that never end are followed ten times', async () => {
			for (let hop = 0; hop < 20; hop++) web.on(`/hop${hop}`, redirectsTo(`/hop${hop + 1}`));
			const run = await extractLinks(`${web.url}/hop0`);
			expect(run.error?.message).toMatch(/there are more than 10/);
			expect(web.asked).toHaveLength(11);
		});

		it('name the link that led to them', async () => {
			const run = await extractLinks(web.on('/share/1', redirectsTo('/stored/2')));
			expect(run.error?.message).toMatch(/no file behind the link: .*\/share\/1, HTTP 404 at .*\/stored\/2/);
		});
	});

	describe('what is given', () => {
		it.each([
			['an expression that gives no text', "={{ '' }}", /^Links: There is no link\. .*/],
			['an empty list', '={{ [] }}', /^Links: There is no link/],
			['nothing at all', '={{ $json.nothing }}', /^Links: There is no link/],
			[
				'a word',
				'invoice.pdf',
				/^Links: The value contains no link, or one without https:\/\/ or http:\/\/\. Enter one link/,
			],
			['another kind of address', 'ftp://example.com/a.pdf', /contains no link/],
			['a number', '={{ 12 }}', /^Links: The value contains no link/],
			[
				'an object without url',
				'={{ ({ link: "https://example.com" }) }}',
				/^Links: The value contains no link/,
			],
			['a list in a list', '={{ [["https://example.com/a.pdf"]] }}', /^Links: Entry 1 contains no link/],
			[
				'a password',
				'https://me:pa55@example.com/a.pdf',
				/contains a user name or password for example\.com/,
			],
		])('nothing is sent for %s', async (_what, links, message) => {
			const run = await extractLinks(links);
			expect(run.error?.message).toMatch(message);
			expect(everythingOf(run).replaceAll(links, '')).not.toMatch(/pa55/);
			expect(node.sandbox.control.requests()).toEqual([]);
		});

		it('names the entry that is none, and fetches no other', async () => {
			const good = web.on('/OK-1.pdf', gives(pdf));
			const run = await extractLinks([good, 'me:pa55@host/x?sig=1']);
			expect(run.error?.message).toMatch(/^Links: Entry 2 contains no link/);
			expect(web.asked).toEqual([]);
		});

		it('fetches nothing while another parameter is wrong', async () => {
			const link = web.on('/OK-1.pdf', gives(pdf));
			const run = await extractLinks(link, { parameters: { prompt: "={{ '' }}" } });
			expect(run.error?.message).toMatch(/^Prompt: /);
			expect(web.asked).toEqual([]);
		});
	});

	it('fetches nothing with a credential that cannot be used', async () => {
		const other = await startNode(
			{},
			{ credentials: { documentDataExtractionApi: { baseUrl: 'nowhere', apiKey: 'key' } } },
		);
		const good = web.on('/OK-1.pdf', gives(pdf));
		const run = await extract(other, asLinks({}, good));
		await other.close();
		expect(run.error?.message).toMatch(/Base URL/);
		expect(web.asked).toEqual([]);
	});

	it('fails only the item of the broken link where the node continues on fail', async () => {
		const input = ['/gone.pdf', '/OK-1.pdf', '/page'].map((path) => ({ json: { link: web.url + path } }));
		web.on('/gone.pdf', refuses(410));
		web.on('/OK-1.pdf', gives(pdf));
		web.on('/page', gives('<html>'));
		const run = await extractLinks('={{ $json.link }}', {
			input,
			parameters: { groupFiles: 'perItem' },
			onError: 'continueRegularOutput',
		});
		expect(
			run.items.map(({ json, pairedItem }) => [json['Invoice Number'] ?? json.message, pairedItem]),
		).toEqual([
			[
				expect.stringMatching(/^Item 1, Links: The link has expired: HTTP 410 at .*\/gone\.pdf$/),
				{ item: 0 },
			],
			['OK-1', { item: 1 }],
			[expect.stringMatching(/^Item 3, Links: The link opens a web page/), { item: 2 }],
		]);
		expect(run.items[0]?.json.error).toMatchObject({ code: 'LINK_GONE', retryable: false });
	});

	it('gives a document for each link that failed', async () => {
		const links = [web.on('/gone.pdf', refuses(410)), web.on('/OK-1.pdf', gives(pdf))];
		const run = await extractLinks(links, {
			parameters: { output: 'documents', groupFiles: 'perFile' },
			onError: 'continueRegularOutput',
		});
		expect(run.items.map(({ json }) => [json.file_name, json.state, json.sha256])).toEqual([
			['gone.pdf', 'failed', null],
			['OK-1.pdf', 'extracted', expect.any(String)],
		]);
		expect(run.items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([[], ['data']]);
		const { data } = run.items[1]!.binary!;
		expect(data).toMatchObject({ fileName: 'OK-1.pdf', mimeType: 'application/pdf' });
		expect(await node.engine.readBinary(data!)).toEqual(pdf);
	});

	it('stops with the execution', async () => {
		web.on('/slow.pdf', stalls('%PDF-1.7'));
		const { result, cancel } = startExtracting(node, asLinks({}, `${web.url}/slow.pdf`));
		await until('the file is on its way', () => web.asked.length === 1);
		cancel();
		const run = await result;
		expect(run.items).toEqual([]);
		await until('the connection is closed', () => web.asked[0]?.wasCutOff === true);
		expect(web.asked).toHaveLength(1);
	});

	it('shows the query of a link nowhere', async () => {
		const query = '?token=s3cret-token';
		web.on('/gone.pdf', refuses(410));
		web.on('/moved', redirectsTo(`/gone.pdf${query}2`));
		web.on('/OK-1.pdf', gives(pdf));
		for (const path of ['/gone.pdf', '/moved', '/OK-1.pdf'])
			for (const output of ['rows', 'summary', 'documents']) {
				const run = await extractLinks(`={{ "${web.url}${path}" + atob("${btoa(query)}") }}`, {
					parameters: { output },
				});
				expect(everythingOf(run)).not.toContain('s3cret-token');
			}
	});
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NEWEST } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { chain, extraction, manualTrigger, setFields } from '../n8n/workflows';
import { DOCUMENTS } from '../setup/documents';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { gives, redirectsTo, startLinkServer, type LinkServer } from '../../support/fixtures/linkServer';

needing();

let n8n: N8nFixture;
/** The web, as far as n8n may reach it, and a server of the network that it is in. */
let web: LinkServer;
let inside: LinkServer;

beforeAll(async () => {
	const env = {
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		// The stand-ins for the service and for the web.
		N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
	};
	n8n = await startN8n({ version: NEWEST, env });
	web = await startLinkServer();
	inside = await startLinkServer('127.0.0.2');
	const pdf = await readFile(join(DOCUMENTS, 'consulting.pdf'));
	web.on('/invoice.pdf', gives(pdf));
	web.on('/shared', redirectsTo(inside.on('/secret.pdf', gives(pdf))));
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([web?.close(), inside?.close()]);
});

const extractFrom = async (link: string) => {
	const { client } = n8n.host;
	const parameters = { promptType: 'text', prompt: 'Invoice number and total', files: 'links', links: link };
	const workflow = await client.createWorkflow(
		chain('From a link', manualTrigger(), setFields({}), extraction(n8n.credential, parameters)),
	);
	return await client.run(workflow);
};

it('with the protection of n8n, a link to where it may go is fetched', async () => {
	const execution = await extractFrom(`${web.url}/invoice.pdf`);
	expect(failureOf(execution)).toMatch(/^success/);
	expect(itemsOf(execution, 'Extract')).toMatchObject([{ json: { 'Invoice Number': '20260077' } }]);
});

it.each([
	['a link into its own network', () => `${inside.url}/secret.pdf`],
	['a link of the web that leads there by a redirect', () => `${web.url}/shared`],
])('%s is refused with a clear error, and nothing is asked or sent', async (_, link) => {
	const before = n8n.sandbox.control.extractions().length;
	const execution = await extractFrom(link());
	expect(failureOf(execution)).toMatch(/^error at "Extract": .*does not allow requests to this URL/);
	expect(failureOf(execution)).toMatch(/The administrator of n8n can allow it/);
	expect(inside.asked).toEqual([]);
	expect(n8n.sandbox.control.extractions()).toHaveLength(before);
});

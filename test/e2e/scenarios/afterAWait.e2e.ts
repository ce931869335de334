import type { INode } from 'n8n-workflow';
import { HOST_VERSIONS } from '../hosts/install';
import { failureOf, itemsOf } from '../n8n/client';
import { chain, extraction, manualTrigger, noOperation, setFields } from '../n8n/workflows';
import { linkOf, SHORTLY } from '../n8n/waiting';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

needing();

const ITEMS = ['A-1', 'A-2'].map((number) => ({
	'Invoice Number': number,
	Total: 10,
	review_message: 'Hard to read',
	review_fields: 'Total',
}));

const edit = (name: string, jsonOutput: string, more: object = {}): INode => {
	const node = { ...setFields({}), id: name.toLowerCase(), name };
	return { ...node, parameters: { ...node.parameters, jsonOutput, ...more } };
};
const splitOut: INode = {
	...noOperation('Items'),
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'items', options: {} },
};

describe.each(HOST_VERSIONS)('Behind a wait, in n8n %s', (version) => {
	let n8n: N8nFixture;
	beforeAll(async () => {
		n8n = await startN8n({ version });
	});
	afterAll(async () => await n8n?.close());

	const review = (maximumWaitHours = 1): INode =>
		extraction(n8n.credential, { resource: 'extraction', operation: 'reviewInForm', maximumWaitHours });
	const wait = (): INode => ({
		...noOperation('Extract'),
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		webhookId: 'wait',
		parameters: { resume: 'webhook', options: {} },
	});

	/** What the node behind a wait finds of the item before it, once the wait is over. */
	async function foundBehind(waiting: INode, goOn: (link: string) => Promise<unknown>) {
		const { client } = n8n.host;
		const nodes = [
			manualTrigger(),
			edit('Link', `={{ { link: $execution.resumeUrl, items: ${JSON.stringify(ITEMS)} } }}`),
			splitOut,
			waiting,
			edit('After', `={{ { of: $('Items').item.json, all: $('Items').all().map(({ json }) => json) } }}`),
		];
		const id = await client.start(await client.createWorkflow(chain('Behind a wait', ...nodes)));
		await client.waiting(id);
		await goOn(linkOf(await client.execution(id)));
		const ended = await client.ended(id, 180);
		expect(failureOf(ended)).toMatch(/^success/);
		return itemsOf(ended, 'After').map(({ json }) => json);
	}
	const ONCE = { Connection: 'close' };
	const decide = async (link: string) => {
		const html = await (await fetch(link, { headers: ONCE })).text();
		const body = new URLSearchParams({
			about: /name="about" value="(\w+)"/.exec(html)![1]!,
			d_0: 'accept',
			d_1: 'accept',
			step: 'finish',
		});
		const answer = await fetch(link, { method: 'POST', body, headers: ONCE });
		expect(await answer.text()).toContain('Thank you');
	};

	it('of a person, each item is still linked to the one before, also once the time is over', async () => {
		const both = ITEMS.map((of) => ({ of, all: ITEMS }));
		expect(await foundBehind(review(), decide)).toEqual(both);
		expect(await foundBehind(review(SHORTLY), async () => await Promise.resolve())).toEqual(both);
	});

	/** As n8n's editor makes it: strict about types. */
	const unanswered = (name: string): INode => ({
		...noOperation(name),
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: name,
						leftValue: '={{ $json.review_decision }}',
						rightValue: '',
						operator: { type: 'string', operation: 'empty', singleValue: true },
					},
				],
			},
			options: {},
		},
	});

	it('of a person, an IF on an empty decision reminds, and a second one hands over, with the same link', async () => {
		const { client } = n8n.host;
		const named = (name: string, hours: number): INode => ({ ...review(hours), id: name, name });
		const nodes = [
			manualTrigger(),
			edit('Link', `={{ { link: $execution.resumeUrl, items: ${JSON.stringify(ITEMS)} } }}`),
			splitOut,
			named('First', SHORTLY),
			unanswered('Nobody yet?'),
			named('Reminded', SHORTLY),
			unanswered('Still nobody?'),
			named('Handed over', 1),
			noOperation('After'),
		];
		const id = await client.start(await client.createWorkflow(chain('Remind and hand over', ...nodes)));
		const waiting = async () => {
			const execution = await client.execution(id);
			const isLast = execution.data.resultData.lastNodeExecuted === 'Handed over';
			return execution.status === 'waiting' && isLast && execution;
		};
		await decide(linkOf(await until('the third page', waiting, { seconds: 300 })));
		const ended = await client.ended(id, 180);
		expect(failureOf(ended)).toMatch(/^success/);
		expect(itemsOf(ended, 'After').map(({ json }) => json)).toMatchObject(
			ITEMS.map((item) => ({ ...item, review_decision: 'accepted' })),
		);
	});

	it('for a webhook, the Wait node gives one item, linked to the first, and all others can be looked up', async () => {
		const called = async (link: string) => await fetch(link, { headers: ONCE });
		expect(await foundBehind(wait(), called)).toEqual([{ of: ITEMS[0], all: ITEMS }]);
	});
});

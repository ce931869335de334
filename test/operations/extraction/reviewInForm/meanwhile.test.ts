import { chained, startPersonOperation } from '../../../support/fixtures/personFixture';
import { itemsOf } from '../../../support/items';
import { NODE_TYPE } from '../../../support/names';
import { INVOICES, parkedAt, Reviewer, rowsAfter } from '../../../support/operations/reviews';

const BOTH = { d_1: 'accept', d_2: 'accept' };

describe('What happens while Review in a Form waits', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('lets one of two people finish, who alone is thanked', async () => {
		const person = await parkedAt(operation);
		const [one, other] = await Promise.all(
			['1', '2'].map(
				async (total) => await person.send(await person.open(), { ...BOTH, v_1_2: total, step: 'summary' }),
			),
		);
		const ends = await Promise.all([
			person.send(one!, { step: 'finish' }),
			person.send(other!, { step: 'finish' }),
		]);
		expect(ends.filter(({ text }) => text.includes('Thank you'))).toHaveLength(1);
		expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
		const first = ends[0]!.text.includes('Thank you') ? 1 : 2;
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: first });
		expect(person.parked.timesLetGo()).toBe(1);
	});

	it('is asked for again behind a wait that nobody ended, with the link that was sent first', async () => {
		const parameters = { resource: 'extraction', operation: 'reviewInForm', maximumWaitHours: 48 };
		const review = { type: NODE_TYPE, parameters };
		const start = { type: 'engine.start' };
		const waiting = await operation.node.engine.waiting();
		const nodes = [
			{ name: 'Start', ...start },
			{ name: 'First', ...review },
			{ name: 'Again', ...review },
			{ name: 'After', ...start },
		];
		const connections = chained(nodes.map(({ name }) => name));
		const parked = await waiting.run({ nodes, connections }, { input: itemsOf(...INVOICES) });
		const person = new Reviewer(parked);
		const early = await person.open();
		await parked.resumeAtDeadline();
		// The page of the first wait is good for the second one, too: it shows the same rows.
		const summary = await person.send(early, { ...BOTH, step: 'summary' });
		expect((await person.send(summary, { step: 'finish' })).text).toContain('Thank you');
		expect((await rowsAfter(person)).map((row) => row.review_decision)).toEqual([
			'not_needed',
			'accepted',
			'accepted',
		]);
		await waiting.close();
	});

	it('takes no page about other rows: a second wait of the same execution has the same link', async () => {
		const other = await parkedAt(operation, [{ Number: 'B', review_message: 'Look' }]);
		const person = await parkedAt(operation);
		const answered = await person.send(await other.open(), { d_0: 'reject', step: 'finish' });
		expect(answered.text).toContain('was about other rows, so nothing was sent');
		expect(answered.text).toContain('A-2');
		expect(answered.fields).not.toHaveProperty('d_0');
		expect(person.parked.run.status).toBe('waiting');
	});

	it.each([
		'v_999_0=x&d_999=r&__proto__=1&=&v_3&c_',
		'{"v_999_0":"x","d_999":"r","__proto__":{"d_1":"reject"},"":"","v_3":1,"c_":null,"d_0":["reject"]}',
		'[["d_1","reject"]]',
		'null',
	])('takes no decisions about items and columns that are not there: %s', async (others) => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const strange = await person.send(page, {
			...BOTH,
			v_1_77: 'x',
			d_0: 'reject',
			others,
			view: 'sideways',
			page: '-7',
			step: 'goto_999999999',
		});
		expect(strange.status).toBe(200);
		await person.send(await person.send(strange, { step: 'summary' }), { step: 'finish' });
		expect((await rowsAfter(person)).map((row) => row.review_decision)).toEqual([
			'not_needed',
			'accepted',
			'accepted',
		]);
	});

	it('sends nothing at the press of the enter key', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(/<button[^>]*value="(\w+)"/.exec(page.html)?.[1]).toBe('check');
		const checked = await person.send(page, { d_1: 'reject', step: 'check' });
		expect(checked.fields).toMatchObject({ d_1: 'reject' });
		const summary = await person.send(checked, { d_2: 'accept', step: 'summary' });
		expect(/<button[^>]*value="(\w+)"/.exec(summary.html)?.[1]).toBe('summary');
		expect((await person.post('{}', 'application/json')).status).toBe(415);
		expect((await person.post(`v_1_2=${'x'.repeat(1_000_001)}`)).status).toBe(413);
		expect((await person.post('')).text).toContain('about other rows');
		expect(person.parked.run.status).toBe('waiting');
	});

	it('keeps what was entered on the page until it is sent, and says so', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(page.text).toContain('Kept on this page until you send it');
		expect(page.html).not.toContain('data-unsaved');
		const checked = await person.send(page, { v_1_2: '7', d_2: 'reject', c_2: 'Not ours', step: 'check' });
		expect(checked.fields).toMatchObject({ v_1_2: '7.00', d_2: 'reject', c_2: 'Not ours' });
		// The script then asks before the page is left.
		expect(checked.html).toContain('data-unsaved');
		expect((await person.open()).fields).toMatchObject({ v_1_2: '200.00' });
	});

	it('runs its own script only, and shows no key', async () => {
		const person = await parkedAt(operation, INVOICES, { options: { pageTitle: '<script>x</script>' } });
		const { headers, html } = await person.open();
		expect(headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; img-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
		);
		expect(headers.get('access-control-allow-origin')).toBeNull();
		expect(html.match(/<script/g)).toHaveLength(1);
		expect(html).not.toContain(operation.node.sandbox.apiKey);
	});
});

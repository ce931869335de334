import { startPersonOperation } from '../../../support/fixtures/personFixture';
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

	it('takes no page about other rows: a second wait of the same execution has the same link', async () => {
		const other = await parkedAt(operation, [{ Number: 'B', review_message: 'Look' }]);
		const person = await parkedAt(operation);
		const answered = await person.send(await other.open(), { d_0: 'reject', step: 'finish' });
		expect(answered.text).toContain('was about other rows, so nothing was sent');
		expect(answered.text).toContain('A-2');
		expect(answered.fields).not.toHaveProperty('d_0');
		expect(person.parked.run.status).toBe('waiting');
	});

	it('takes no decisions about items and columns that are not there', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const strange = await person.send(page, {
			...BOTH,
			v_1_77: 'x',
			d_0: 'reject',
			others: 'v_999_0=x&d_999=r&__proto__=1&=&v_3&c_',
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

	describe('Save for later', () => {
		const saved = async (person: Reviewer, changes: Record<string, string>) => {
			const page = await person.open();
			const body = new URLSearchParams({ ...page.fields, ...changes, step: 'save' });
			const response = await fetch(person.parked.url, { method: 'POST', body, redirect: 'manual' });
			return { status: response.status, location: response.headers.get('location') };
		};
		const at = ({ parked }: Reviewer, query: string) =>
			new Reviewer({ ...parked, url: new URL(query, parked.url).toString() });

		it('puts what was entered into the address, which shows nothing of it, and opens there again', async () => {
			const person = await parkedAt(operation);
			const { status, location } = await saved(person, { v_1_2: '7', d_2: 'reject', c_2: 'Not ours' });
			expect([status, location]).toEqual([303, expect.stringMatching(/^\?draft=[\w-]+$/)]);
			expect(Buffer.from(location!.slice(7), 'base64url').toString('latin1')).not.toContain('Not ours');
			const later = at(person, location!);
			const page = await later.open();
			expect(page.text).toContain('Saved in the address of this page');
			expect(page.fields).toMatchObject({ v_1_2: '7.00', d_2: 'reject', c_2: 'Not ours' });
			expect(person.parked.run.status).toBe('waiting');
			await later.finish();
			expect((await rowsAfter(person))[1]).toMatchObject({ Total: 7 });
		});

		it('opens nothing that was altered, or saved elsewhere', async () => {
			const [person, other] = [await parkedAt(operation), await parkedAt(operation)];
			const { location } = await saved(person, { v_1_2: '7' });
			const altered = `${location!.slice(0, -2)}${location!.endsWith('AA') ? 'BB' : 'AA'}`;
			for (const page of [
				await at(person, altered).open(),
				await at(person, '?draft=x').open(),
				await at(other, location!).open(),
			])
				expect(page.fields).toMatchObject({ v_1_2: '200.00' });
		});

		it('says so if that is too much for an address', async () => {
			const person = await parkedAt(operation);
			const page = await person.send(await person.open(), { v_1_0: 'x'.repeat(4000), step: 'save' });
			expect(page.text).toContain('Keep this tab open to go on later');
			expect(page.fields.v_1_0).toHaveLength(4000);
		});
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

import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { NODE_TYPE } from '../../../support/names';
import { itemsOf, jsonOf } from '../../../support/items';
import { INVOICES, parkedAt, Reviewer, rowsAfter } from '../../../support/operations/reviews';

const NOT_NEEDED = {
	review_decision: 'not_needed',
	reviewed_at: null,
	review_comment: '',
	corrected_fields: '',
	changes: '',
};

const HOUR_MS = 3_600_000;
const TIME = /^\d{4}-\d\d-\d\dT/;

describe('Extraction: Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('hands the items on unchanged, each with its decision, if a person accepts them, and asks the service nothing', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect([page.status, page.text]).toEqual([
			200,
			expect.stringContaining('2 rows of 1 document to look at'),
		]);
		expect(page.text).toContain('The total is hard to read');
		expect(page.text).not.toContain('A-1');
		const summary = await person.accept(page);
		expect(summary.text).toContain('2 accepted · 0 corrected · 0 rejected');
		const end = await person.send(summary, { step: 'finish' });
		expect(end.text).toContain('Your decisions were received, and the workflow goes on.');
		const accepted = { ...NOT_NEEDED, review_decision: 'accepted', reviewed_at: expect.stringMatching(TIME) };
		expect(await rowsAfter(person)).toEqual([
			{ ...INVOICES[0], ...NOT_NEEDED },
			{ ...INVOICES[1], ...accepted },
			{ ...INVOICES[2], ...accepted },
		]);
		expect(operation.asked()).toEqual([]);
	});

	it('takes corrections of every value in the type of its column, and tells what was changed', async () => {
		const person = await parkedAt(operation);
		const { fields } = await person.open();
		// Those to check stand first, but the others can be corrected as well.
		expect(Object.keys(fields).filter((name) => name.startsWith('v_1_'))).toHaveLength(4);
		await person.finish({
			v_1_0: 'A-22',
			v_1_1: '31/12/2026',
			v_1_2: '210,75',
			v_1_3: 'true',
			d_2: 'reject',
			c_2: ' Not ours ',
		});
		expect(await rowsAfter(person)).toMatchObject([
			{ review_decision: 'not_needed' },
			{
				'Invoice Number': 'A-22',
				Date: '2026-12-31',
				Total: 210.75,
				Paid: true,
				review_decision: 'corrected',
				corrected_fields: 'Invoice Number, Date, Total, Paid',
				changes:
					'Invoice Number: A-2 → A-22; Date: 2026-04-01 → 2026-12-31; Total: 200 → 210.75; Paid: (empty) → true',
			},
			{
				Total: null,
				Paid: false,
				review_decision: 'rejected',
				review_comment: 'Not ours',
				corrected_fields: '',
			},
		]);
	});

	it('puts out single values only, so that a table takes them', async () => {
		const person = await parkedAt(operation, INVOICES, {
			options: { askForName: true, columnNames: 'forDatabases' },
		});
		const summary = await person.send(await person.open(), {
			v_1_2: '1',
			d_2: 'reject',
			by: 'Ada',
			step: 'summary',
		});
		await person.send(summary, { step: 'finish' });
		const rows = await rowsAfter(person);
		for (const row of rows)
			for (const value of Object.values(row)) expect(typeof value === 'object' && value !== null).toBe(false);
		expect(rows[1]).toMatchObject({
			invoice_number: 'A-2',
			corrected_fields: 'total',
			changes: 'total: 200 → 1',
		});
		expect(rows.map((row) => row.reviewed_by)).toEqual(['', 'Ada', 'Ada']);
	});

	it('asks for a name if it is told to, and takes it from the link', async () => {
		const person = await parkedAt(operation, INVOICES, { options: { askForName: true } });
		const summary = await person.accept(await person.open());
		const nameless = await person.send(summary, { step: 'finish' });
		expect([nameless.status, nameless.text]).toEqual([422, expect.stringContaining('Enter your name')]);
		const link = { ...person.parked, url: `${person.parked.url}?name=Ada%20Lovelace` };
		const named = new Reviewer(link);
		expect((await named.open()).fields.by).toBe('Ada Lovelace');
		await named.finish({ d_1: 'accept', d_2: 'accept' });
		expect((await rowsAfter(person))[1]).toMatchObject({ reviewed_by: 'Ada Lovelace' });
	});

	it('reads what was typed as the reader writes it, and asks about what can be read in two ways', async () => {
		const person = await parkedAt(operation);
		const asked = await person.send(await person.open(), { v_1_2: '12.500', d_2: 'accept', step: 'summary' });
		expect([asked.status, asked.text]).toEqual([
			422,
			expect.stringContaining('“12.500” can be read in more than one way. Which one is it?'),
		]);
		expect(asked.text).toContain('12.50 (decimals)');
		expect(asked.text).toContain('12,500.00 (thousands)');
		expect(asked.fields).toMatchObject({ v_1_2: '12.500' });
		expect(asked.fields).not.toHaveProperty('p_1_2');
		const picked = await person.send(asked, { p_1_2: '12.500|n12500', step: 'summary' });
		// It is asked about once, and shown as it was read.
		expect(picked.text).toContain('200.00 → 12,500.00');
		await person.send(picked, { step: 'finish' });
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 12500 });
	});

	it('asks what a correction is where a text stands among numbers, and not where a dash does', async () => {
		const items = ['n/a', 200].map((Total) => ({ Total, review_message: 'Look' }));
		const fees = ['-', 20].map((Fee, index) => ({ ...items[index], Fee }));
		const person = await parkedAt(operation, fees);
		const asked = await person.send(await person.open(), {
			v_0_0: '12',
			v_0_1: '3',
			v_1_0: '210',
			step: 'summary',
		});
		expect([asked.status, asked.text]).toEqual([
			422,
			expect.stringContaining('“12”: the other rows do not show what this column holds. What is it?'),
		]);
		expect(asked.text).toContain('12 (number)');
		expect(asked.html.match(/class="flaw"/g)).toHaveLength(1);
		const picked = await person.send(asked, { p_0_0: '12|n12', step: 'summary' });
		await person.send(picked, { step: 'finish' });
		expect((await rowsAfter(person)).map(({ Total, Fee }) => [Total, Fee])).toEqual([
			[12, 3],
			[210, 20],
		]);
	});

	it('drops the comment of a rejection that is taken back', async () => {
		const person = await parkedAt(operation);
		const rejected = await person.send(await person.open(), {
			d_1: 'reject',
			c_1: 'Not ours',
			step: 'check',
		});
		const back = await person.send(rejected, { d_1: 'accept', d_2: 'reject', c_2: 'Twice', step: 'summary' });
		expect(back.text).not.toContain('Not ours');
		await person.send(back, { step: 'finish' });
		expect((await rowsAfter(person)).map((row) => [row.review_decision, row.review_comment])).toEqual([
			['not_needed', ''],
			['accepted', ''],
			['rejected', 'Twice'],
		]);
	});

	it.each([
		['a text for a number', { v_1_2: 'two' }, '“two” is not a number. Write it like 1,234.56'],
		['no day', { v_1_1: '31.02.2026' }, '“31.02.2026” is not a date. Write it like 31 Mar 2026'],
		['too many digits', { v_1_2: '12345678901234567' }, 'more than 15 digits'],
		['100 kB of text', { v_1_2: '9'.repeat(100_000) }, 'more than 15 digits'],
		['HTML', { v_1_2: '"><script>alert(1)</script>' }, 'is not a number'],
		['a rejected row with a change', { v_1_2: '7.00', d_1: 'reject' }, 'Rejected, but a value was changed'],
	])('asks again about %s, sends nothing, and keeps what was typed', async (_, changes, problem) => {
		const person = await parkedAt(operation);
		const again = await person.send(await person.open(), { ...changes, d_2: 'accept', step: 'summary' });
		expect([again.status, again.text]).toEqual([422, expect.stringContaining(problem)]);
		expect(again.html).toMatch(/<title>One entry needs your answer/);
		expect(again.html).not.toContain('<script>alert');
		expect(again.fields).toMatchObject(changes);
		expect(person.parked.run.status).toBe('waiting');
		await person
			.send(again, { v_1_1: '1 Apr 2026', v_1_2: '7', d_1: 'accept', step: 'summary' })
			.then(async (summary) => await person.send(summary, { step: 'finish' }));
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 7, corrected_fields: 'Total' });
	});

	it('does not finish before everything is decided, and accepts the rest only where all of it is listed', async () => {
		const person = await parkedAt(operation);
		const early = await person.send(await person.open(), { d_1: 'accept', step: 'finish' });
		expect([early.status, early.text]).toEqual([422, expect.stringContaining('Everything needs a decision')]);
		expect(early.text).toContain('Accept these 1 as they are');
		expect(early.html).not.toContain('value="finish"');
		const all = await person.send(early, { step: 'all' });
		await person.send(all, { step: 'finish' });
		expect((await rowsAfter(person)).map((row) => row.review_decision)).toEqual([
			'not_needed',
			'accepted',
			'accepted',
		]);
	});

	it('lets a row start over', async () => {
		const person = await parkedAt(operation);
		const fresh = await person.send(await person.open(), { v_1_2: '7', d_1: 'accept', step: 'undo_1' });
		expect(fresh.fields).toMatchObject({ v_1_2: '200.00' });
		expect(fresh.fields).not.toHaveProperty('d_1');
	});

	it('keeps what was entered on other pages, and only that', async () => {
		const items = Array.from({ length: 250 }, (_, index) => ({
			Number: `N-${index + 1}`,
			...Object.fromEntries(Array.from({ length: 8 }, (_, column) => [`Column ${column}`, '漢'.repeat(100)])),
			review_message: 'Look',
		}));
		const person = await parkedAt(operation, items);
		const first = await person.open();
		expect(first.text).toContain('1 of 5');
		let page = await person.send(first, { v_0_1: 'new', step: 'next' });
		for (let number = 2; number < 5; number++) page = await person.accept(page, 'next');
		expect(page.text).toContain('5 of 5');
		expect(page.fields.others!.length).toBeLessThan(10_000);
		const all = await person.send(await person.accept(page), { step: 'all' });
		await person.send(all, { step: 'finish' });
		const rows = await rowsAfter(person);
		expect(rows.map((row) => row.review_decision)).toEqual([
			'corrected',
			...Array<string>(249).fill('accepted'),
		]);
		expect(rows[0]).toMatchObject({ 'Column 0': 'new', corrected_fields: 'Column 0' });
	});

	it('takes fifty long texts that a person has typed in Chinese, and loses none of them', async () => {
		const items = Array.from({ length: 50 }, (_, index) => ({ Note: `n${index}`, review_message: 'Look' }));
		const person = await parkedAt(operation, items);
		const typed = Array.from({ length: 50 }, (_, index) => `${index}${'漢'.repeat(9900)}`);
		const fields = typed.map((text, index) => [`v_${index}_0`, text] as const);
		const summary = await person.send(await person.open(), {
			...Object.fromEntries(fields),
			step: 'summary',
		});
		expect(summary.text).toContain('0 accepted · 50 corrected · 0 rejected');
		const back = await person.send(summary, { step: 'back' });
		const again = await person.send(back, { step: 'summary' });
		const end = await person.send(again, { step: 'finish' });
		expect([end.status, end.text]).toEqual([200, expect.stringContaining('Thank you')]);
		expect((await rowsAfter(person)).map(({ Note }) => Note)).toEqual(typed);
	});

	it('takes a page of the longest texts that can be edited', async () => {
		const items = Array.from({ length: 10 }, () => ({
			...Object.fromEntries(Array.from({ length: 12 }, (_, column) => [`C${column}`, '漢'.repeat(9900)])),
			review_message: 'Look',
		}));
		const person = await parkedAt(operation, items);
		const summary = await person.accept(await person.open());
		expect(summary.status).toBe(200);
		await person.send(await person.send(summary, { step: 'all' }), { step: 'finish' });
		expect(await rowsAfter(person)).toHaveLength(10);
	});

	it('shows the lines of an invoice, and hands them on as they are', async () => {
		const lines = [{ Item: '<b>Paper</b>', Net: 4 }];
		const person = await parkedAt(operation, [{ Number: 'A', lines, review_message: 'Look' }]);
		const page = await person.open();
		expect(page.text).toContain('lines 1 Item Net <b>Paper</b> 4');
		await person.send(await person.accept(page), { step: 'finish' });
		expect((await rowsAfter(person))[0]).toMatchObject({ Number: 'A', lines });
	});

	it('calls each item by its number and supplier, or by the fields that it is told', async () => {
		const items = [1, 2].map((number) => ({ Supplier: 'A Ltd', Note: `n${number}`, review_message: 'Look' }));
		const titles = async (options = {}) => {
			const { html } = await (await parkedAt(operation, items, { options })).open();
			return [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, text]) => text!.replace(/<[^>]+>/g, ''));
		};
		expect(await titles()).toEqual(['A Ltd n1', 'A Ltd n2']);
		expect(await titles({ titleFields: 'Note' })).toEqual(['n1', 'n2']);
	});

	it('shows every item if it is told to, and takes the reason from any field', async () => {
		const items = [{ Total: 1, doubt: 'Sum' }, { Total: 2 }];
		const person = await parkedAt(operation, items, {
			options: { onlyWithReason: false, reasonField: 'doubt' },
		});
		const page = await person.open();
		expect(page.text).toContain('2 rows of');
		expect(page.text).toContain('Sum');
		await person.send(await person.accept(page), { step: 'finish' });
		expect((await rowsAfter(person)).map((row) => row.review_decision)).toEqual(['accepted', 'accepted']);
	});

	it.each<[string, unknown, string]>([
		['a list of texts', ['Too high', '', 'Paid already'], 'Too high; Paid already'],
		['true', true, 'doubt'],
		['an object', { rule: 'sum', by: 3 }, '{"rule":"sum","by":3}'],
		['a list of objects', [{ rule: 'sum' }, true], '{"rule":"sum"}; doubt'],
	])('takes %s for a reason, and says it in words', async (_, doubt, reason) => {
		const items = [
			{ Total: 1, doubt },
			{ Total: 2, doubt: [] },
			{ Total: 3, doubt: false },
			{ Total: 4, doubt: null },
		];
		const person = await parkedAt(operation, items, { options: { reasonField: 'doubt' } });
		const page = await person.open();
		expect(page.html).toContain('1 row</small>');
		expect(/<div class="why"[^>]*>([^<]+)/.exec(page.html)?.[1]?.replaceAll('&quot;', '"')).toBe(reason);
		await person.send(await person.accept(page), { step: 'finish' });
		expect((await rowsAfter(person)).map((row) => row.review_decision)).toEqual([
			'accepted',
			'not_needed',
			'not_needed',
			'not_needed',
		]);
	});

	describe('a Reason Field that no item has', () => {
		const run = async (items: object[], options = {}) =>
			await operation.run(
				{ options: { reasonField: 'doubt', ...options } },
				{ input: itemsOf(...(items as Array<Record<string, unknown>>)) },
			);

		it('is refused: every row would pass unseen', async () => {
			const { error } = await run([{ Total: 1, Doubt: 'Sum' }, { Total: 2 }]);
			expect(error?.message).toBe('Reason Field: No item has a field "doubt"');
			expect(error?.description).toMatch(/a field that every item has, empty where nothing is wrong/);
		});

		it.each<[string, object[], object]>([
			['all rows are fine, and the check says so', [{ Total: 1, doubt: '' }], {}],
			['some rows are fine, and have no such field', [{ Total: 1 }, { Total: 2, doubt: '' }], {}],
			['it is the field of Extract Documents', [{ Total: 1 }], { reasonField: 'review_message' }],
			['nothing came in', [{}], {}],
			['all has failed before', [{ message: 'No', error: { code: 'X', next_step: 'Y' } }], {}],
		])('is none if %s', async (_, items, options) => {
			const { status, items: rows } = await run(items, options);
			expect([status, rows.map(({ json }) => json.review_decision)]).toEqual([
				'success',
				items.map(() => 'not_needed'),
			]);
		});
	});

	it('speaks the words of the team', async () => {
		const texts = '{"lang": "de", "accept": "Annehmen", "thanksTitle": "Danke"}';
		const person = await parkedAt(operation, INVOICES, {
			options: { texts, pageTitle: 'Prüfung' },
		});
		const page = await person.open();
		expect(page.html).toContain('<html lang="de">');
		expect(page.text).toContain('Prüfung');
		expect(page.text).toContain('Annehmen');
		expect((await person.finish({ d_1: 'accept', d_2: 'accept' })).text).toContain('Danke');
		await person.parked.ended;
	});

	it.each([
		['{"acept": "Annehmen"}', /Texts \(JSON\): The pages have no such text, or it is not a text: acept/],
		['[]', /Texts \(JSON\): \[\] is not an object/],
	])('refuses texts such as %s', async (texts, message) => {
		const run = await operation.run({ options: { texts } }, { input: itemsOf(...INVOICES) });
		expect(run.error?.message).toMatch(message);
	});

	it.each([
		['nothing has a reason', [INVOICES[0]!, { file_name: 'notes.txt', state: 'skipped' }]],
		['there is nothing at all', [{}]],
	])('does not wait if %s', async (_, items) => {
		const run = await operation.run({}, { input: itemsOf(...items) });
		expect(run.status).toBe('success');
		expect(jsonOf(run.items)).toEqual(items.map((item) => ({ ...item, ...NOT_NEEDED })));
	});

	it('links each item to the one that came in, also after a wait', async () => {
		const person = await parkedAt(operation);
		await person.finish({ d_1: 'accept', d_2: 'accept' });
		const run = await person.parked.ended;
		expect(run.output('Node').map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});

	it('hands on what came in when the wait is over', async () => {
		const before = Date.now();
		const person = await parkedAt(operation, INVOICES, { maximumWaitHours: 2 });
		const waits = person.parked.waitTill!.getTime() - before;
		expect(waits / HOUR_MS).toBeCloseTo(2, 2);
		await person.parked.resumeAtDeadline();
		expect(await rowsAfter(person)).toEqual(INVOICES);
		expect((await person.open()).status).toBe(409);
	});

	it('lets the last review count in a loop, and keeps a column of that name apart', async () => {
		const [, second] = INVOICES;
		const again = { ...second, ...NOT_NEEDED, review_decision: 'rejected' };
		const person = await parkedAt(operation, [again, { ...second, Review_Decision: 'mine' }]);
		await person.finish({ d_0: 'accept', d_1: 'accept' });
		expect(await rowsAfter(person)).toMatchObject([
			{ review_decision: 'accepted' },
			{ review_decision: 'accepted', Review_Decision_2: 'mine' },
		]);
	});

	it('refuses more than a page can hold, before it waits', async () => {
		const items = Array.from({ length: 1001 }, (_, Number) => ({ Number, review_message: 'Look' }));
		const run = await operation.run({}, { input: itemsOf(...items) });
		expect(run.error?.message).toMatch(
			/^A page takes at most 1000 items to review and 8 MB, but there are 1001/,
		);
		expect(run.error?.description).toMatch(/output Review of Extract Documents.*Loop Over Items/);
	});

	it.each([
		['0', /^Maximum Wait \(Hours\): "0" is not a number from 0.001 to 2160/],
		['long', /^Maximum Wait \(Hours\): "long" is not a number/],
	])('refuses to wait for %s hours', async (maximumWaitHours, message) => {
		const run = await operation.run({ maximumWaitHours }, { input: itemsOf(INVOICES[1]!) });
		expect(run.error?.message).toMatch(message);
	});

	it('refuses to be a tool of an agent, which cannot wait', async () => {
		const parameters = { resource: 'extraction', operation: 'reviewInForm' };
		const run = await operation.node.engine.runAsTool({ type: NODE_TYPE, parameters });
		expect(run.error?.message ?? run.response).toContain('cannot be used as a tool');
	});
});

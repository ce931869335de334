import { RESULTS } from '../../../support/endpoints';
import { byId } from '../../../support/fixtures/operationFixture';
import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { NODE_TYPE } from '../../../support/names';
import { jsonOf } from '../../../support/items';
import { concern, INVOICES, parkedAt, reviewable, rowsAfter } from '../../../support/operations/reviews';

const NOT_NEEDED = {
	reviewed: false,
	review_decision: 'not_needed',
	review_message: '',
	corrected_fields: '',
};

const of = (page: number) => ({ 'Source File': `invoice.pdf (Page ${page})` });

describe('Extraction: Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('hands the rows on unchanged, each with its decision, if a person accepts them', async () => {
		const person = await parkedAt(operation);
const HOUR_MS = 3_600_000;

		const page = await person.open();
		expect(page.status).toBe(200);
		expect(page.text).toContain('2 rows need review.');
		expect(page.text).toContain('The total is hard to read');
		expect(page.text).not.toContain('A-1');
		const end = await person.send(page, { step: 'finish' });
		expect(end.text).toContain('Rows: 2 accepted. The workflow continues.');
		const accepted = { reviewed: true, review_decision: 'accepted', corrected_fields: '' };
		expect(await rowsAfter(person)).toEqual([
			{ ...INVOICES[0], ...of(1), ...NOT_NEEDED },
			{ ...INVOICES[1], ...of(2), ...accepted, review_message: 'The total is hard to read' },
			{ ...INVOICES[2], ...of(3), ...accepted, review_message: 'There is no total' },
		]);
	});

	it('takes over corrections in the type of their column, and marks rejected rows', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const end = await person.send(page, {
			decision_2: 'correct',
			value_2_1: ' 210.75 ',
			value_2_2: 'true',
			decision_3: 'reject',
			value_3_1: 'no number',
			step: 'finish',
		});
		expect(end.text).toContain('Rows: 1 corrected, 1 rejected.');
		expect(await rowsAfter(person)).toMatchObject([
			{ review_decision: 'not_needed' },
			{ Total: 210.75, Paid: true, review_decision: 'corrected', corrected_fields: 'Total, Paid' },
			{ Total: null, Paid: false, review_decision: 'rejected', corrected_fields: '' },
		]);
	});

	it('makes an emptied value null, or an empty text if the values are texts', async () => {
		for (const [json_typed_values, empty] of [
			[true, null],
			[false, ''],
		] as const) {
			const person = await parkedAt(operation, { options: { json_typed_values } });
			const page = await person.open();
			await person.send(page, { decision_2: 'correct', value_2_1: '', step: 'finish' });
			expect((await rowsAfter(person))[1]).toMatchObject({ Total: empty, corrected_fields: 'Total' });
		}
	});

	it('lets every column be corrected if the service names none, but not what it says about the row', async () => {
		const review_items = [concern('Something is strange', [], 1)];
		const person = await parkedAt(operation, { review_items, options: { json_typed_values: true } });
		const { fields } = await person.open();
		expect(Object.keys(fields).filter((name) => name.startsWith('value_'))).toEqual([
			'value_1_0',
			'value_1_1',
			'value_1_2',
		]);
	});

	it('hands on only the rows that were reviewed, if told so', async () => {
		const person = await parkedAt(operation, {}, { reviewOutput: 'reviewed' });
		await person.send(await person.open(), { step: 'finish' });
		expect(await rowsAfter(person)).toMatchObject([{ 'Invoice Number': 'A-2' }, { 'Invoice Number': 'A-3' }]);
	});

	it('keeps what was decided on other pages, and reads only the rows of a page', async () => {
		const numbers = Array.from({ length: 25 }, (_, index) => 40 * (index + 1));
		const person = await parkedAt(operation, {
			values: undefined,
			rowCount: 1000,
			review_items: [concern('Look at the tax', ['Tax Amount'], ...numbers)],
		});
		const first = await person.open();
		expect(first.text).toContain('25 rows need review. This is page 1 of 3.');
		expect(operation.queries(RESULTS).at(-1)).toEqual({ offset: '39', limit: '361' });
		const second = await person.send(first, { decision_40: 'correct', value_40_4: '1.5', step: 'next' });
		expect(second.text).toContain('This is page 2 of 3.');
		const third = await person.send(second, { decision_440: 'reject', step: 'next' });
		const secondAgain = await person.send(third, { decision_1000: 'reject', step: 'back' });
		expect(secondAgain.fields).toMatchObject({ decision_440: 'reject', decision_480: 'accept' });
		const thirdAgain = await person.send(secondAgain, { step: 'next' });
		expect(thirdAgain.fields).toMatchObject({ decision_1000: 'reject' });
		const end = await person.send(thirdAgain, { step: 'finish' });
		expect(end.text).toContain('Rows: 22 accepted, 1 corrected, 2 rejected.');
		const rows = await rowsAfter(person);
		expect(rows).toHaveLength(1000);
		expect(rows[39]).toMatchObject({ 'Tax Amount': 1.5, corrected_fields: 'Tax Amount' });
		expect(rows.filter((row) => row.review_decision === 'rejected')).toEqual([rows[439], rows[999]]);
	});

	it('does not wait if nothing is doubtful', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable({ review_items: [] }));
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.status).toBe('success');
		expect(jsonOf(run.items)).toEqual(
			INVOICES.map((row, index) => ({ ...row, ...of(index + 1), ...NOT_NEEDED })),
		);
	});

	it('hands on what came in when the wait is over', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const before = Date.now();
		const person = await operation.park({ extractionId: byId('={{ $json.id }}'), maximumWaitHours: 2 }, [
			{ id: extraction_id },
		]);
		const waits = person.parked.waitTill!.getTime() - before;
		expect(waits / HOUR_MS).toBeCloseTo(2, 2);
		await person.parked.resumeAtDeadline();
		expect(await rowsAfter(person)).toEqual([{ id: extraction_id }]);
		expect((await person.open()).status).toBe(409);
	});

	it('takes several items that name one extraction, and pairs each row with the item of its document', async () => {
		const names = ['south.pdf', 'north.pdf'];
		const { extraction_id } = operation.control.createExtraction(
			reviewable({ values: undefined, rowCount: 2, file_names: ['north.pdf', 'south.pdf'] }),
		);
		const binaries = await Promise.all(
			names.map(
				async (name) =>
					await operation.node.engine.storeFile(Buffer.from('%PDF-1.4'), name, 'application/pdf'),
			),
		);
		const input = binaries.map((data) => ({ json: {}, binary: { data } }));
		operation.control.updateExtraction({ extraction_id, status: 'completed', review_items: [] });
		const run = await operation.run({ extractionId: byId(extraction_id) }, { input });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 0 }]);
	});

	it.each([
		['0', /^Maximum Wait \(Hours\): "0" is not a number from 0.001 to 2160/],
		['long', /^Maximum Wait \(Hours\): "long" is not a number/],
	])('refuses to wait for %s hours', async (maximumWaitHours, message) => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const run = await operation.run({ extractionId: byId(extraction_id), maximumWaitHours });
		expect(run.error?.message).toMatch(message);
		expect(operation.asked()).toEqual([]);
	});

	it('refuses items that name several extractions', async () => {
		const ids = [1, 2].map(() => operation.control.createExtraction(reviewable()).extraction_id);
		const run = await operation.run(
			{ extractionId: byId('={{ $json.id }}') },
			{ input: ids.map((id) => ({ json: { id } })) },
		);
		expect(run.error?.message).toMatch(/^Extraction: The input items name 2 extractions/);
		expect(run.error?.description).toContain('Loop Over Items');
		expect(operation.asked()).toEqual([]);
	});

	it('refuses to be a tool of an agent, which cannot wait', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable());
		const run = await operation.node.engine.runAsTool({
			type: NODE_TYPE,
			parameters: {
				resource: 'extraction',
				operation: 'reviewInForm',
				extractionId: byId(extraction_id),
			},
		});
		expect(run.error?.message ?? run.response).toContain('cannot be used as a tool');
		expect(operation.asked()).toEqual([]);
	});

	it.each<[string, RegExp, RegExp]>([
		['processing', /its status is processing/, /Wait waits until it is/],
		['archiving', /its status is archiving/, /Wait waits until it is/],
		['input_required', /the service asks questions/, /^Answer with Answer: Submit/],
		['failed', /internal error/, /extract the documents again\. Run again/],
		['cancelled', /cancelled/, /./],
	])('says why an extraction that is %s has no rows, and what to do', async (status, reason, step) => {
		const { extraction_id } = operation.control.createExtraction({ status });
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.error?.message).toMatch(reason);
		expect(run.error?.description).toMatch(step);
		expect(run.error?.description).toContain(extraction_id);
		expect(operation.asked()).not.toContain(RESULTS);
	});

	it('says why a completed extraction has no rows', async () => {
		const { extraction_id } = operation.control.createExtraction({ available_outputs: ['xlsx'] });
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(run.error?.message).toMatch(/made only XLSX of it$/);
		expect(run.error?.description).toMatch(/need JSON/);
	});
});

import { RESULTS, STATUS } from '../../../support/endpoints';
import { byId } from '../../../support/fixtures/operationFixture';
import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { NODE_TYPE } from '../../../support/names';
import { jsonOf } from '../../../support/items';
import {
	concern,
	INVOICES,
	parkedAt,
	reviewable,
	Reviewer,
	rowsAfter,
} from '../../../support/operations/reviews';

const NOT_NEEDED = {
	reviewed: false,
	review_decision: 'not_needed',
	review_message: '',
	corrected_fields: [],
};

const HOUR_MS = 3_600_000;

const of = (page: number) => ({ 'Source File': `invoice.pdf (Page ${page})` });

describe('Extraction: Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	it('hands the rows on unchanged, each with its decision, if a person accepts them', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		expect(page.status).toBe(200);
		expect(page.text).toContain('Rows that need review: 2.');
		expect(page.text).toContain('The total is hard to read');
		expect(page.text).not.toContain('A-1');
		expect(page.text).toContain('For each row: accept it, change what is wrong, or reject it.');
		const end = await person.send(page, { decision_2: 'accept', decision_3: 'accept', step: 'finish' });
		expect(end.text).toContain('Rows accepted: 2, corrected: 0, rejected: 0. The workflow continues.');
		const accepted = { reviewed: true, review_decision: 'accepted', corrected_fields: [] };
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
			value_2_1: ' 210.75 ',
			value_2_2: 'true',
			decision_3: 'reject',
			value_3_1: 'no number',
			step: 'finish',
		});
		expect(end.text).toContain('Rows accepted: 0, corrected: 1, rejected: 1.');
		expect(await rowsAfter(person)).toMatchObject([
			{ review_decision: 'not_needed' },
			{ Total: 210.75, Paid: true, review_decision: 'corrected', corrected_fields: ['Total', 'Paid'] },
			{ Total: null, Paid: false, review_decision: 'rejected', corrected_fields: [] },
		]);
	});

	it('asks again about a row that is rejected with a changed value', async () => {
		const person = await parkedAt(operation);
		const page = await person.open();
		const decisions = { decision_2: 'reject', decision_3: 'accept', step: 'finish' };
		const again = await person.send(page, { ...decisions, value_2_1: '210.75' });
		expect(again.text).toContain('Rejected, but a value was changed. To keep the change, choose Accept.');
		expect(again.fields).toMatchObject({ decision_2: 'reject', value_2_1: '210.75' });
		await person.send(again, { ...decisions, value_2_1: '200' });
		expect((await rowsAfter(person))[1]).toMatchObject({ Total: 200, review_decision: 'rejected' });
	});

	it('makes an emptied value null, or an empty text if the values are texts', async () => {
		for (const [json_typed_values, empty] of [
			[true, null],
			[false, ''],
		] as const) {
			const person = await parkedAt(operation, { options: { json_typed_values } });
			const page = await person.open();
			await person.send(page, { value_2_1: '', decision_3: 'accept', step: 'finish' });
			expect((await rowsAfter(person))[1]).toMatchObject({ Total: empty, corrected_fields: ['Total'] });
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

	it('says so if the service counts rows and names none', async () => {
		const { extraction_id } = operation.control.createExtraction(reviewable({ review_items: [] }));
		operation.control.addFault({
			endpoint: STATUS,
			kind: 'altered',
			count: Infinity,
			alter: (body) => {
				body.review_needed.count = 2;
			},
		});
		const { parked } = await operation.park({ extractionId: byId(extraction_id) });
		const person = new Reviewer(parked, extraction_id);
		const page = await person.open();
		expect(page.text).toContain('Rows that need review: 2. The service does not say which');
		await person.send(page, { step: 'finish' });
		expect(await rowsAfter(person)).toMatchObject(Array(3).fill(NOT_NEEDED));
	});

	it('renames columns that a table could not tell from those of the review', async () => {
		const values = [{ Review_Decision: 'mine', reviewed: 'too', Total: 1 }];
		const { extraction_id } = operation.control.createExtraction(reviewable({ values, review_items: [] }));
		const run = await operation.run({ extractionId: byId(extraction_id) });
		expect(jsonOf(run.items)).toEqual([
			{ Review_Decision_2: 'mine', reviewed_2: 'too', Total: 1, ...of(1), ...NOT_NEEDED },
		]);
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
		expect(run.error?.message).toBe('Review in a Form takes one extraction at a time, but there are 2');
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
		expect(run.error?.message).toMatch(/without JSON\. Its outputs: XLSX$/);
		expect(run.error?.description).toMatch(/need JSON/);
	});
});

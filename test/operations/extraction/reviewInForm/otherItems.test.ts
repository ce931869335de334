import { Expression, type IDataObject } from 'n8n-workflow';
import { byId } from '../../../support/fixtures/operationFixture';
import { startPersonOperation } from '../../../support/fixtures/personFixture';
import { itemsOf, jsonOf } from '../../../support/items';
import { INVOICES, reviewable, Reviewer, rowsAfter } from '../../../support/operations/reviews';

/** Documents that were not extracted, as Extract Documents outputs them. */
const SKIPPED = { file_name: 'notes.txt', state: 'skipped', extraction_id: null };
const FAILED = { file_name: 'locked.pdf', state: 'failed', message: 'It is encrypted', error: { code: 'X' } };

const EXTRACTION = byId('={{ $json.extraction_id }}');
const NUMBERS = INVOICES.map((row) => row['Invoice Number']);

describe('Items that name no extraction at Review in a Form', () => {
	const operation = startPersonOperation('reviewInForm', 'extraction');

	/** Items in the order of Output: Documents: the first and the last were not extracted. */
	function documents(settings = {}) {
		const { extraction_id } = operation.control.createExtraction(reviewable(settings));
		const document = { file_name: 'invoice.pdf', state: 'extracted', extraction_id };
		return { extraction_id, items: [SKIPPED, document, FAILED] };
	}
	const park = async (parameters = {}) => {
		const { extraction_id, items } = documents();
		const { parked } = await operation.park({ extractionId: EXTRACTION, ...parameters }, items);
		return { items, person: new Reviewer(parked, extraction_id) };
	};
	const numbersAndFiles = (items: IDataObject[]) =>
		items.map((json) => json['Invoice Number'] ?? json.file_name);

	it('come out unchanged after the reviewed rows', async () => {
		const { person } = await park();
		await person.accept(await person.open());
		const after = await rowsAfter(person);
		expect(numbersAndFiles(after)).toEqual([...NUMBERS, 'notes.txt', 'locked.pdf']);
		expect(after.slice(3)).toEqual([SKIPPED, FAILED]);
	});

	it('come out after the rows if nothing is doubtful, each linked to itself', async () => {
		const { items } = documents({ review_items: [] });
		const run = await operation.run({ extractionId: EXTRACTION }, { input: itemsOf(...items) });
		expect(numbersAndFiles(jsonOf(run.items))).toEqual([...NUMBERS, 'notes.txt', 'locked.pdf']);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([1, 1, 1, 0, 2].map((item) => ({ item })));
	});

	it('come out in their places with all other items at the end of the wait', async () => {
		const { items, person } = await park();
		await person.parked.resumeAtDeadline();
		expect(await rowsAfter(person)).toEqual(items);
	});

	it('come out in their places when the extraction was deleted meanwhile', async () => {
		const { items, person } = await park();
		await operation.control.deleteExtraction({ extraction_id: person.extractionId });
		await person.send(await person.open(), { go_on: 'yes' });
		expect(await rowsAfter(person)).toEqual(items);
	});

	describe('where n8n keeps files in memory', () => {
		const inMemory = (fileName: string) => ({
			data: { fileName, mimeType: 'application/pdf', data: Buffer.from(fileName).toString('base64') },
		});
		const files = ['notes.txt', 'invoice.pdf', 'locked.pdf'].map(inMemory);
		const parkWithFiles = async () => {
			const { extraction_id, items } = documents();
			const { parked } = await operation.park({ extractionId: EXTRACTION }, items, {}, files);
			return new Reviewer(parked, extraction_id);
		};
		const filesAfter = async ({ parked }: Reviewer) =>
			(await parked.ended).output('After').map(({ binary }) => binary);

		it('come out with their files, and the page names the document without a link', async () => {
			const person = await parkWithFiles();
			const page = await person.open();
			expect(page.html).toContain('<li>invoice.pdf (Page 2)</li>');
			await person.accept(page);
			expect(await filesAfter(person)).toEqual([undefined, undefined, undefined, files[0], files[2]]);
		});

		it('are read without the contents of their files for a page', async () => {
			const person = await parkWithFiles();
			const evaluated = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
			await person.open();
			const texts = evaluated.mock.results.map(({ value }) => String(value));
			evaluated.mockRestore();
			const withFiles = texts.filter((text) => text.includes('application/pdf'));
			expect(withFiles).toHaveLength(1);
			for (const { data } of files) {
				expect(withFiles[0]).toContain(`"fileName":"${data.fileName}"`);
				expect(withFiles[0]).not.toContain(data.data);
			}
		});

		it('come out with their files, like all others, when the extraction was deleted meanwhile', async () => {
			const person = await parkWithFiles();
			await operation.control.deleteExtraction({ extraction_id: person.extractionId });
			await person.send(await person.open(), { go_on: 'yes' });
			expect(await filesAfter(person)).toEqual(files);
		});
	});

	it('are an error if there are no others', async () => {
		const input = itemsOf(SKIPPED, FAILED);
		const run = await operation.run({ extractionId: EXTRACTION }, { input });
		expect(run.error?.message).toBe('Extraction: No extraction selected. Select one, or enter its ID');
	});

	it('are an error if they name something else', async () => {
		const { items } = documents();
		const input = itemsOf(...items, { extraction_id: 'INV-7' });
		const run = await operation.run({ extractionId: EXTRACTION }, { input });
		expect(run.error?.message).toMatch(/^Item 4, Extraction: "INV-7" is not an extraction ID/);
	});
});

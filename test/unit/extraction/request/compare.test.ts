import {
	coveredFiles,
	differencesFrom,
	type Terms,
	type Named,
} from '../../../../nodes/DocumentDataExtraction/extraction/request/compare';
import type { ExtractionDetails } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';

const details = (fields: Record<string, unknown> = {}): ExtractionDetails => ({
	extraction_id: '11111111-2222-4333-8444-555555555555',
	status: 'completed',
	...fields,
});

const ASKED: Terms = {
	task_name: 'Invoices',
	prompt: { fields: [{ name: 'Total', prompt: 'With VAT' }], general_prompt: 'All of them' },
	output_structure: 'per_invoice',
	options: { json_typed_values: true, ask_questions: false },
};

describe('what an earlier request asked for otherwise', () => {
	const SAME = {
		task_name: 'Invoices',
		prompt: { general_prompt: ' All  of\nthem', fields: [{ prompt: 'With VAT', name: 'Total', unit: null }] },
		output_structure: 'per_invoice',
		options: { exclude_columns: [], json_typed_values: true, ask_questions: false, output_language: 'de' },
	};

	it('is nothing where it asked for the same in other spaces and another order', () =>
		expect(differencesFrom(ASKED, details(SAME))).toEqual([]));

	it.each([[{}], [{ prompt: null, options: null, output_structure: null, task_name: null }]])(
		'is nothing where the service does not tell (%j)',
		(told) => expect(differencesFrom(ASKED, details(told))).toEqual([]),
	);

	it.each<[string, Record<string, unknown>, string[]]>([
		['a prompt of words', { prompt: 'Total' }, ['prompt']],
		['another field', { prompt: { fields: [{ name: 'Tax' }] } }, ['prompt']],
		['another structure', { output_structure: 'per_line_item' }, ['output_structure']],
		['another name', { task_name: 'Receipts' }, ['task_name']],
		['an option', { options: { ...SAME.options, json_typed_values: false } }, ['options.json_typed_values']],
		[
			'a column that is missing now',
			{ options: { ...SAME.options, exclude_columns: ['source_file'] } },
			['options.exclude_columns'],
		],
	])('the earlier request differs in %s', (_what, told, differences) =>
		expect(differencesFrom(ASKED, details({ ...SAME, ...told }))).toEqual(differences),
	);

	it('is not the structure that the service chose itself, nor the order of columns', () => {
		const options = { exclude_columns: ['review_needed', 'source_file'] };
		const asked: Terms = { ...ASKED, output_structure: 'automatic', options };
		const told = { ...SAME, options: { exclude_columns: ['source_file', 'review_needed'] } };
		expect(differencesFrom(asked, details(told))).toEqual([]);
	});
});

describe('the files that an earlier extraction covers', () => {
	const FILES: Named[] = ['a.pdf', 'Straße É.pdf', 'c.pdf'].map((sessionName) => ({ sessionName }));
	const namesOf = (told: Record<string, unknown>, left = FILES) =>
		coveredFiles(details(told), FILES, left)?.map(({ sessionName }) => sessionName);

	it('are those that it names, in the order of the batch, however they are written', () => {
		expect(namesOf({ file_names: ['c.pdf', 'A.PDF'] })).toEqual(['a.pdf', 'c.pdf']);
		expect(namesOf({ file_names: ['straße  É.pdf '.normalize('NFD')] })).toEqual(['Straße É.pdf']);
	});

	it('are none where it names another file', () => {
		expect(namesOf({ file_names: ['a.pdf', 'x.pdf'] })).toBeUndefined();
		expect(namesOf({ file_names: ['x.pdf'] })).toBeUndefined();
	});

	it('are those that are left where it names none, unless their number is another', () => {
		expect(namesOf({})).toHaveLength(3);
		expect(namesOf({ file_names: [], file_count: 3 })).toHaveLength(3);
		expect(namesOf({ file_count: 2 })).toBeUndefined();
		expect(namesOf({ file_count: 1 }, FILES.slice(2))).toEqual(['c.pdf']);
	});

	it('are all of a submission whose names nobody knows, unless their number is another', () => {
		const files = [{ sessionName: undefined }, { sessionName: undefined }];
		const numberOf = (told: Record<string, unknown>) => coveredFiles(details(told), files)?.length;
		expect(numberOf({ file_names: ['a.pdf', 'b.pdf'] })).toBe(2);
		expect(numberOf({ file_names: null, file_count: 2 })).toBe(2);
		expect(numberOf({})).toBe(2);
		expect(numberOf({ file_names: ['a.pdf'], file_count: 2 })).toBeUndefined();
		expect(numberOf({ file_count: 3 })).toBeUndefined();
	});
});

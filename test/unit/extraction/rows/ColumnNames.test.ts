import fc from 'fast-check';
import { ColumnNames } from '../../../../nodes/DocumentDataExtraction/extraction/rows/ColumnNames';

const namesOf = (...columns: string[]) =>
	new ColumnNames('forDatabases').reserve(['lines']).learn(columns).all(columns);

describe('column names for databases', () => {
	it.each([
		[
			'words',
			['Invoice Number', 'Source File', 'Review Needed'],
			['invoice_number', 'source_file', 'review_needed'],
		],
		['names that are right already', ['invoice_number', 'q1', 'a_1'], ['invoice_number', 'q1', 'a_1']],
		['signs', ['Net (EUR)', 'VAT %', ' Invoice # ', 'a--b__c'], ['net_eur', 'vat', 'invoice', 'a_b_c']],
		[
			'capitals',
			['VAT', 'invoiceNumber', 'MwSt', 'InvoiceDate'],
			['vat', 'invoice_number', 'mwst', 'invoicedate'],
		],
		['accents', ['Référence', 'Fällig', 'Año', 'İl', 'Číslo'], ['reference', 'fallig', 'ano', 'il', 'cislo']],
		[
			'other letters',
			['Straße', 'Beløp', 'Kwota płatna', 'Œuvre', 'Ær', 'Sarı'],
			['strasse', 'belop', 'kwota_platna', 'oeuvre', 'aer', 'sari'],
		],
		['letters in one', ['ﬁle', 'Ｔｏｔａｌ', '№ 1'], ['file', 'total', 'no_1']],
		['digits first', ['2025 Total', '1'], ['column_2025_total', 'column_1']],
		[
			'other scripts, by their place',
			['金额', 'Total', '日付', 'Сумма EUR'],
			['column_1', 'total', 'column_3', 'eur'],
		],
		['names that meet', ['Total', 'TOTAL', 'total', 'Total 2'], ['total', 'total_3', 'total_4', 'total_2']],
		[
			'names that a table has',
			['ID', 'createdAt', 'Updatedat', 'Dryrunstate'],
			['id_2', 'created_at', 'updatedat_2', 'dryrunstate_2'],
		],
		['keys of the item', ['error', 'Lines', 'lines_2'], ['error_2', 'lines_3', 'lines_2']],
		['an object’s prototype', ['__proto__', 'constructor'], ['proto', 'constructor']],
		['nothing', ['', ' ', 'Total'], ['column_1', 'column_2', 'total']],
		['a column like Source File', ['source_file', 'Source File'], ['source_file_2', 'source_file']],
		['long names', ['a'.repeat(80), `${'a'.repeat(80)}b`], ['a'.repeat(58), `${'a'.repeat(58)}_2`]],
	])('%s', (_, columns, names) => expect(namesOf(...columns)).toEqual(names));

	const column = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('Total', 'total', 'id', 'error', 'column_1', '金额', 'Total 2', 'lines'),
	);
	const columns = fc.uniqueArray(column, { maxLength: 12 });

	it('are names that a Data Table and PostgreSQL take, each for one column', () =>
		fc.assert(
			fc.property(columns, (given) => {
				const names = namesOf(...given);
				expect(new Set(names).size).toBe(given.length);
				for (const name of names) {
					expect(name).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
					expect(['id', 'createdat', 'updatedat', 'error', 'lines']).not.toContain(name);
				}
			}),
		));

	it('stay the same on later pages, whatever these bring', () =>
		fc.assert(
			fc.property(columns, columns, (first, later) => {
				const names = new ColumnNames('forDatabases').learn(first);
				const before = names.all(first);
				const all = names.learn([...first, ...later]).all(new Set([...first, ...later]));
				expect(names.all(first)).toEqual(before);
				expect(new Set(all).size).toBe(new Set([...first, ...later]).size);
			}),
		));

	it('rename the keys of a row in their places, and lose no value', () => {
		const names = new ColumnNames('forDatabases').learn(['Total', 'TOTAL']);
		expect(Object.entries(names.row({ TOTAL: 1, Total: 2, event: 'x' }))).toEqual([
			['total_2', 1],
			['total', 2],
			['event', 'x'],
		]);
	});
});

describe('column names as written', () => {
	it('stay, unless a key is taken', () => {
		const columns = ['Invoice Number', 'Total', 'total', '金额', 'id', 'Error', 'error', 'Lines'];
		const names = new ColumnNames().reserve(['lines']).learn(columns);
		expect(names.all(columns)).toEqual([...columns.slice(0, 6), 'error_2', 'Lines_2']);
	});
});

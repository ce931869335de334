import fc from 'fast-check';
import { outputFileName } from '../../../../nodes/DocumentDataExtraction/files/download/download';

describe('the name of an output file', () => {
	it.each([
		['Invoices of March', 'xlsx', 'Invoices of March.xlsx'],
		['a/b\\c:d*e?"f<g>h|i', 'csv', 'a_b_c_d_e_f_g_h_i.csv'],
		['line\r\nbreak\u0007', 'json', 'line_break_.json'],
		['  ', 'xlsx', 'extraction.xlsx'],
		['Rechnungen für März', 'xlsx', 'Rechnungen für März.xlsx'],
		['consulting.pdf', 'xlsx', 'consulting.xlsx'],
		['consulting.PDF and 2 more', 'csv', 'consulting and 2 more.csv'],
		['scan.2026.jpeg and 12 more', 'json', 'scan.2026 and 12 more.json'],
		['all.pdf files of May', 'xlsx', 'all.pdf files of May.xlsx'],
		['.pdf', 'xlsx', '.pdf.xlsx'],
	] as const)('for the task %j is %j', (taskName, format, name) =>
		expect(outputFileName(taskName, format)).toBe(name),
	);

	it('leads to no other folder, whatever the task is called', () =>
		fc.assert(
			fc.property(fc.string(), (taskName) =>
				expect(outputFileName(taskName, 'csv')).toMatch(/^[^/\\:*?"<>|\p{Cc}]+\.csv$/u),
			),
		));
});

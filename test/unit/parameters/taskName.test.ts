import fc from 'fast-check';
import { taskName } from '../../../nodes/DocumentDataExtraction/parameters/submissionOptions';

const hasHalfCharacter = (text: string): boolean => /[\ud800-\udfff]/u.test(text);

/** Texts of many spaces, long words and characters of two units. */
const someText = fc.string({
	unit: fc.constantFrom(' ', '  ', 'a', 'invoice', '🧾', '\n', 'é'),
	maxLength: 60,
});

describe('a task name', () => {
	it('is what the user gave, up to 40 characters', () => {
		expect(taskName(' Invoices of March ', ['a.pdf'])).toBe('Invoices of March');
		expect(taskName('x'.repeat(40), [])).toBe('x'.repeat(40));
	});

	it('is cut where it is longer, without a space at its end', () => {
		expect(taskName('x'.repeat(41), [])).toBe('x'.repeat(40));
		expect(taskName(`${'x'.repeat(39)} and more`, [])).toBe('x'.repeat(39));
	});

	it.each(['ab', ' ab ', 'a'])('is filled up where it is as short as %j', (given) =>
		expect(taskName(given, ['a.pdf'])).toBe(given.trim().padEnd(3, '.')),
	);

	it('has no space where a file name was cut', () =>
		expect(taskName('', [`${'x'.repeat(28)} y.pdf`, 'b.pdf', 'c.pdf'])).toBe(`${'x'.repeat(28)} and 2 more`));

	it.each([
		[['invoice.pdf'], 'invoice.pdf'],
		[['invoice.pdf', 'b.pdf'], 'invoice.pdf and 1 more'],
		[[`${'x'.repeat(60)}.pdf`], 'x'.repeat(40)],
		[[`${'x'.repeat(60)}.pdf`, 'b.pdf', 'c.pdf'], `${'x'.repeat(29)} and 2 more`],
		[[], '...'],
	])('is made of the file names %j where none was given', (names, expected) =>
		expect(taskName('  ', names)).toBe(expected),
	);

	it('always has 3 to 40 characters, none of them halved', () =>
		fc.assert(
			fc.property(
				someText,
				fc.array(
					someText.map((text) => `x${text}.pdf`),
					{ maxLength: 3 },
				),
				(given, names) => {
					const name = taskName(given, names);
					expect(name.length).toBeGreaterThanOrEqual(3);
					expect(name.length).toBeLessThanOrEqual(40);
					expect(name).toBe(name.trim());
					expect(hasHalfCharacter(name)).toBe(false);
				},
			),
			{ numRuns: 1000 },
		));
});

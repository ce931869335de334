import fc from 'fast-check';
import {
	shortenAtWord,
	taskName,
	checkTaskName,
} from '../../../nodes/DocumentDataExtraction/parameters/submissionOptions';

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

	it('is cut at the end of a word where it is longer', () => {
		expect(taskName('Invoices of the purchasing department for March', [])).toBe(
			'Invoices of the purchasing department',
		);
		expect(taskName('Invoices of the purchasing departments in March', [])).toBe(
			'Invoices of the purchasing departments',
		);
	});

	it('is cut within a word where no word ends in its second half', () => {
		expect(taskName(`For ${'x'.repeat(50)}`, [])).toBe(`For ${'x'.repeat(36)}`);
		expect(taskName(`Invoices of 2026 ${'x'.repeat(50)}`, [])).toBe(`Invoices of 2026 ${'x'.repeat(23)}`);
	});

	it('loses its double spaces only where it is too long with them', () => {
		const fitting = `two  spaces ${'x'.repeat(28)}`;
		expect(taskName(fitting, [])).toBe(fitting);
		expect(taskName(`two  spaces ${'x'.repeat(29)}`, [])).toBe(`two spaces ${'x'.repeat(29)}`);
	});

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
				someText.filter((text) => checkTaskName(text).ok),
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

	it('keeps what is before a long run of spaces and what is after it', () =>
		expect(taskName(`a${' '.repeat(60)}b`, [])).toBe('a b'));

	it.each(['ab', ' ab ', 'a'])('may not be %j', (name) =>
		expect(checkTaskName(name)).toEqual({
			ok: false,
			problems: [
				{
					text: `"${name.trim()}" is too short. Use at least 3 characters`,
				},
			],
		}),
	);

	it('may have 3 characters', () => expect(checkTaskName(' abc ')).toEqual({ ok: true, value: 'abc' }));
});

it('leaves a text alone that is short enough', () =>
	fc.assert(fc.property(fc.string({ maxLength: 20 }), (text) => expect(shortenAtWord(text, 20)).toBe(text))));

import fc from 'fast-check';
import { checkIdentifier, isExtractionId } from '../../../nodes/DocumentDataExtraction/api/identifiers';
import { problemsOf } from '../../../nodes/DocumentDataExtraction/shared/problems';

/** What is wrong with an identifier, without the name that the message begins with. */
const faultIn = (value: string): string | undefined =>
	problemsOf(checkIdentifier(value, 'It'))[0]?.text.replace(/^It /, '');

const ALLOWED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-';

describe('an identifier', () => {
	it('may be made of 1 to 200 of the allowed characters', () => {
		const text = fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(
				text.filter((value) => value !== '.' && value !== '..'),
				(value) => expect(faultIn(value)).toBeUndefined(),
			),
		);
	});

	it('may hold no other character, wherever it stands', () => {
		const other = fc.string({ minLength: 1, maxLength: 1 }).filter((char) => !ALLOWED.includes(char));
		fc.assert(
			fc.property(fc.string(), other, fc.string(), (before, char, after) =>
				expect(faultIn(before + char + after)).toMatch(/^may only contain letters, digits and \. _ : -/),
			),
		);
	});

	it.each(['a\n', '\na', 'é', 'a b', 'a/b', 'a%20b'])('may not be %j', (value) =>
		expect(faultIn(value)).toMatch(/^may only contain letters, digits and \. _ : -/),
	);

	it.each([
		['', 'is empty'],
		['x'.repeat(201), 'has 201 characters. At most 200 are allowed'],
		['.', 'would lead to another URL. Use another ID'],
		['..', 'would lead to another URL. Use another ID'],
	])('may not be %j: %s', (value, problem) => expect(faultIn(value)).toBe(problem));

	it.each([1, 200])('may have %d characters', (length) =>
		expect(faultIn('x'.repeat(length))).toBeUndefined(),
	);

	it('may be three dots, which lead nowhere', () => expect(faultIn('...')).toBeUndefined());
});

describe('the ID of an extraction', () => {
	it('any UUID is an extraction ID', () =>
		fc.assert(fc.property(fc.uuid(), (uuid) => isExtractionId(uuid) && isExtractionId(uuid.toUpperCase()))));

	it.each(['', 'abc', '11111111-2222-3333-4444-55555555555', ' 11111111-2222-3333-4444-555555555555'])(
		'%j is no extraction ID',
		(value) => expect(isExtractionId(value)).toBe(false),
	);
});

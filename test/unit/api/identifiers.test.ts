import fc from 'fast-check';
import { identifierProblem, isExtractionId } from '../../../nodes/DocumentDataExtraction/api/identifiers';

const ALLOWED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-';

describe('an identifier', () => {
	it('may be made of 1 to 200 of the allowed characters', () => {
		const text = fc.string({ unit: fc.constantFrom(...ALLOWED), minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(
				text.filter((value) => value !== '.' && value !== '..'),
				(value) => expect(identifierProblem(value)).toBeUndefined(),
			),
		);
	});

	it('may hold no other character, wherever it stands', () => {
		const other = fc.string({ minLength: 1, maxLength: 1 }).filter((char) => !ALLOWED.includes(char));
		fc.assert(
			fc.property(fc.string(), other, fc.string(), (before, char, after) =>
				expect(identifierProblem(before + char + after)).toMatch(
					/^may only contain letters, digits and \. _ : -/,
				),
			),
		);
	});

	it.each(['a\n', '\na', 'é', 'a b', 'a/b', 'a%20b'])('may not be %j', (value) =>
		expect(identifierProblem(value)).toMatch(/^may only contain letters, digits and \. _ : -/),
	);

	it.each([
		['', 'is empty'],
		['x'.repeat(201), 'has 201 characters; at most 200 are allowed'],
		['.', 'would lead to another address; use another ID'],
		['..', 'would lead to another address; use another ID'],
	])('may not be %j: %s', (value, problem) => expect(identifierProblem(value)).toBe(problem));

	it.each([1, 200])('may have %d characters', (length) =>
		expect(identifierProblem('x'.repeat(length))).toBeUndefined(),
	);

	it('may be three dots, which lead nowhere', () => expect(identifierProblem('...')).toBeUndefined());
});

describe('the ID of an extraction', () => {
	it('is any UUID', () =>
		fc.assert(fc.property(fc.uuid(), (uuid) => isExtractionId(uuid) && isExtractionId(uuid.toUpperCase()))));

	it.each(['', 'abc', '11111111-2222-3333-4444-55555555555', ' 11111111-2222-3333-4444-555555555555'])(
		'is not %j',
		(value) => expect(isExtractionId(value)).toBe(false),
	);
});

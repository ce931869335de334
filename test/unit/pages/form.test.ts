import { LONGEST_FORM, readForm } from '../../../nodes/DocumentDataExtraction/pages/form';

const FORM = 'application/x-www-form-urlencoded';

describe('readForm', () => {
	it('takes the first value of a name, and texts only', () => {
		const read = readForm(`${FORM}; charset=UTF-8`, {
			a: '1',
			b: ['2', '3'],
			c: { d: '4' },
			['__proto__']: '5',
		});
		expect([...read]).toEqual([
			['a', '1'],
			['b', '2'],
			['c', ''],
			['__proto__', '5'],
		]);
	});

	it.each([undefined, 'application/json', 'multipart/form-data', 'text/plain', ''])(
		'refuses the type %s',
		(type) => {
			expect(readForm(type, { a: '1' })).toBe('type');
		},
	);

	it('refuses a form that is too long, and one that n8n may have cut', () => {
		expect(readForm(FORM, { a: 'x'.repeat(LONGEST_FORM) })).toBe('size');
		const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, '']));
		expect(readForm(FORM, many)).toBe('size');
		expect(readForm(FORM, undefined)).toEqual(new Map());
	});
});

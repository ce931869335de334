import {
	checked,
	describeProblem,
	InputProblems,
	invalid,
	problemsOf,
	sharedProblems,
	throwIfAny,
	valid,
	valueOf,
} from '../../../nodes/DocumentDataExtraction/shared/problems';

it.each([
	[{ text: 'It is empty', parameter: 'Prompt' }, 'Item 2', 'Item 2, Prompt: It is empty'],
	[{ text: 'It is empty', parameter: 'Prompt' }, undefined, 'Prompt: It is empty'],
	[{ text: 'It is empty' }, 'Item 2', 'Item 2: It is empty'],
	[{ text: 'It is empty' }, '', 'It is empty'],
])('describes %j of "%s" as one line', (problem, place, line) =>
	expect(describeProblem(problem, place)).toBe(line),
);

it('puts problems together that differ only in their item', () => {
	const same = { text: 'It is empty', parameter: 'Prompt' };
	expect(
		sharedProblems([
			{ ...same, itemIndex: 2 },
			{ ...same, itemIndex: 0 },
			{ ...same, itemIndex: 2 },
			{ text: 'It is empty', itemIndex: 2 },
			{ ...same, nextStep: 'Another' },
		]).map(({ itemIndexes }) => itemIndexes),
	).toEqual([[2, 0], [2], []]);
});

it('refuses with all problems at once, and not without any', () => {
	const problems = [{ text: 'One' }, { text: 'Two', parameter: 'Files' }];
	expect(() => throwIfAny([])).not.toThrow();
	expect(() => throwIfAny([{ text: 'One' }])).toThrow('One');
	expect(() => throwIfAny(problems)).toThrow(new InputProblems(problems));
	expect(new InputProblems(problems).message).toBe('One\nFiles: Two');
});

describe('what came of a check', () => {
	const problem = { text: 'It is empty', parameter: 'Prompt' };

	it('is the value if nothing is wrong with it', () => {
		expect(checked('Total', [])).toEqual(valid('Total'));
		expect(valueOf(valid('Total'))).toBe('Total');
		expect(problemsOf(valid('Total'))).toEqual([]);
	});

	it('is all that is wrong with the value, which nobody can read then', () => {
		expect(checked('', [problem])).toEqual(invalid(problem));
		expect(problemsOf(invalid(problem))).toEqual([problem]);
		expect(() => valueOf(invalid(problem))).toThrow(new InputProblems([problem]));
	});
});

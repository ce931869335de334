import {
	checked,
	describeProblem,
	InputProblems,
	invalid,
	problemsOf,
	throwIfAny,
	valid,
	valueOf,
} from '../../../nodes/DocumentDataExtraction/shared/problems';

it.each([
	[{ text: 'It is empty', parameter: 'Prompt', itemIndex: 0 }, 'Prompt: It is empty [item 0]'],
	[{ text: 'It is empty', parameter: 'Prompt' }, 'Prompt: It is empty'],
	[{ text: 'It is empty' }, 'It is empty'],
])('describes %j as one line', (problem, line) => expect(describeProblem(problem)).toBe(line));

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

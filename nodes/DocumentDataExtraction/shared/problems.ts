/** What the words of a next step depend on. */
export interface Situation {
	/** The model of an AI agent reads it. Its tool has not every parameter. */
	isTool?: boolean;
	/** What else of the run would be charged again if everything ran again. */
	paidBeside?: PaidBeside;
	/** Whether nothing of its request was sent. */
	isHeldBack?: boolean;
	/** Where the Submission ID comes from, if another execution has it too: the user, or the files that it is made of. */
	idFrom?: 'own' | 'files';
}

/**
 * What else of a run is sent and charged, and would be charged again if everything ran again: other files of the same request, or other
 * requests, if a new execution does not find them. Of a run that ends with an error, these are the extractions that were finished.
 */
export type PaidBeside = 'request' | 'run' | 'finished';

/** What to do next. */
export type Step = string | ((how: Situation) => string);

export const stepText = (step: Step = '', how: Situation = {}): string =>
	typeof step === 'string' ? step : step(how);

/** Something that is wrong with the user's input, found before anything is sent. */
export interface Problem {
	/** What is wrong, and how to correct it. */
	text: string;
	/** The display name of the parameter it is about. */
	parameter?: string;
	/** The input item it is about. */
	itemIndex?: number;
	/** Whether the text names a file. It then needs no number of an item to be found. */
	namesFile?: boolean;
	/** How to correct it, if the text does not say so. */
	nextStep?: Step;
	/** A code for workflows, if there is one. */
	code?: string;
	/** Whether it may pass by itself. */
	retryable?: boolean;
	/** Whether it is a mistake of the item, which no later run mends by itself. */
	isMistake?: boolean;
	/** Whether its request is held back: nothing of it is sent, or charged. */
	isHeldBack?: boolean;
}

/** All problems of an input at once. */
export class InputProblems extends Error {
	/** @param paidBeside what was sent without that which the problems are about */
	constructor(
		readonly problems: Problem[],
		readonly paidBeside?: PaidBeside,
	) {
		super(problems.map((problem) => describeProblem(problem)).join('\n'));
		this.name = 'InputProblems';
	}
}

/**
 * A problem as one line: item, parameter, text.
 *
 * @param place names the input items, if that helps to find it
 */
export function describeProblem({ text, parameter }: Problem, place = ''): string {
	const where = [place, parameter].filter(Boolean).join(', ');
	return where === '' ? text : `${where}: ${text}`;
}

/** A problem that several input items have, or several files or links of one. */
export interface SharedProblem extends Problem {
	itemIndexes: number[];
	/** How often it was found. */
	count: number;
}

/** Puts problems together that say the same. */
export function sharedProblems(problems: Problem[]): SharedProblem[] {
	const byText = new Map<string, SharedProblem>();
	for (const problem of problems) {
		const { parameter, text, nextStep, itemIndex } = problem;
		const key = JSON.stringify([parameter, text, stepText(nextStep)]);
		const shared = byText.get(key) ?? { ...problem, itemIndexes: [], count: 0 };
		byText.set(key, shared);
		shared.count++;
		if (itemIndex !== undefined && !shared.itemIndexes.includes(itemIndex))
			shared.itemIndexes.push(itemIndex);
	}
	return [...byText.values()];
}

/** @throws InputProblems when there are any */
export function throwIfAny(problems: Problem[]): void {
	if (problems.length > 0) throw new InputProblems(problems);
}

/** What came of checking something that the user gave: a value to work with, or all that is wrong with it. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** Says that the user's input is good, and what it means. */
export const valid = <T>(value: T): Checked<T> => ({ ok: true, value });

/** Says what is wrong with the user's input. */
export const invalid = (...problems: Problem[]): Checked<never> => ({ ok: false, problems });

/** What came of a check that looked for all problems: the value if there are none. */
export const checked = <T>(value: T, problems: Problem[]): Checked<T> =>
	problems.length > 0 ? { ok: false, problems } : { ok: true, value };

/** What came of two checks: both values, or all that is wrong. */
export const both = <A extends object, B extends object>(
	one: Checked<A>,
	other: Checked<B>,
): Checked<A & B> =>
	one.ok && other.ok
		? valid({ ...one.value, ...other.value })
		: invalid(...problemsOf(one), ...problemsOf(other));

/** The problems as those of an input item. */
export const ofItem = (itemIndex: number, problems: Problem[]): Problem[] =>
	problems.map((problem) => ({ ...problem, itemIndex }));

/** The checked value. @throws InputProblems when something is wrong with it */
export function valueOf<T>(checked: Checked<T>): T {
	if (checked.ok) return checked.value;
	throw new InputProblems(checked.problems);
}

/** What is wrong with a checked value: nothing if it is good. */
export const problemsOf = (checked: Checked<unknown>): Problem[] => (checked.ok ? [] : checked.problems);

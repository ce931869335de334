/** Something wrong with what the user gave, found before anything is sent. */
export interface Problem {
	/** What is wrong and how to mend it. */
	text: string;
	/** The display name of the parameter it is about. */
	parameter?: string;
	/** The input item it is about. */
	itemIndex?: number;
	/** How to mend it, where the text does not say. */
	nextStep?: string;
}

/** All problems of an input at once. */
export class InputProblems extends Error {
	/** @param othersGoOn whether only what the problems are about stays behind, while other files are sent */
	constructor(
		readonly problems: Problem[],
		readonly othersGoOn = false,
	) {
		super(problems.map(describeProblem).join('\n'));
		this.name = 'InputProblems';
	}
}

/** A problem as one line: parameter, text, item. */
export function describeProblem({ text, parameter, itemIndex }: Problem): string {
	return [
		parameter === undefined ? '' : `${parameter}: `,
		text,
		itemIndex === undefined ? '' : ` [item ${itemIndex}]`,
	].join('');
}

/** @throws InputProblems when there are any */
export function throwIfAny(problems: Problem[]): void {
	if (problems.length > 0) throw new InputProblems(problems);
}

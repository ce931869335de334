import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

/** Parameters of what happens with an extraction. Whoever changes only these wants the same extraction. */
const AFTER_EXTRACTION = new Set([
	'formats',
	'groupBy',
	'headerColumns',
	'output',
	'outputFieldName',
	'separateReview',
	'unsupportedFiles',
]);

/** The same for options. */
const OPTIONS_AFTER_EXTRACTION = new Set([
	'affectedFieldFillColor',
	'cancelWhenStopped',
	'extractAgain',
	'ifPagesFail',
	'keepSourceFile',
	'maximumWait',
	'reviewNeededFillColor',
	'sendCompletionEmail',
	'taskName',
	'warnBelowCredits',
]);

const without = (names: ReadonlySet<string>, values: object): unknown[] =>
	Object.entries(values)
		.filter(([name]) => !names.has(name))
		.sort(([one], [other]) => (one < other ? -1 : 1));

/** What a node asks for, as the user set it: before expressions are evaluated, because `$now` changes with each try. */
export const requestOf = ({ options, ...parameters }: INodeParameters): string =>
	JSON.stringify([
		without(AFTER_EXTRACTION, parameters),
		without(OPTIONS_AFTER_EXTRACTION, (options ?? {}) as object),
	]);

/** The first try of a node. n8n keeps it with the data of the execution. */
interface FirstTry {
	executionId: string;
	request: string;
}

/**
 * The execution in which the node was first tried. "Retry" in n8n's list of executions makes a new execution of the data of the old one.
 * If the user has changed what the node asks for in between, it is a new request.
 */
export function firstExecutionId(context: IExecuteFunctions): string {
	const kept = context.getContext('node') as { firstTry?: FirstTry };
	const request = requestOf(context.getNode().parameters);
	const isSame = context.getMode() === 'retry' && kept.firstTry?.request === request;
	if (!kept.firstTry || !isSame) kept.firstTry = { executionId: context.getExecutionId(), request };
	return kept.firstTry.executionId;
}

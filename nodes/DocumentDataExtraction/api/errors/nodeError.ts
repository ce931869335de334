import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';
import { describeFailure } from './describeFailure';
import { BESIDE_PAID, BOTH_WAYS } from './nextSteps';
import { isKeyCode, isServiceError, type ServiceError, type ServiceFailure } from './ServiceError';
import { itemNumbers, withoutTags } from '../../shared/text';
import {
	describeProblem,
	InputProblems,
	stepText,
	sharedProblems,
	type PaidBeside,
	type Problem,
	type SharedProblem,
	type Situation,
} from '../../shared/problems';

/** What n8n shows as an error of a node. */
type NodeError = NodeApiError | NodeOperationError;

/** Where an error was met. */
interface ErrorPlace {
	itemIndex?: number;
	/** How many input items there are. The number of the only one says nothing, so it is left out of the message. */
	items?: number;
	/** Whether the node is the tool of an AI agent, which has not every parameter. */
	isTool?: boolean;
}

/** Sets the message afterwards: the constructor replaces any message that contains a known code such as ECONNRESET (or the letters EEXIST) with n8n's own text. */
const reworded = <T extends NodeError>(message: string, nodeError: T): T =>
	Object.assign(nodeError, { message });

/** Names the items of a failure for people; empty if a file's name shows them, or it is about all items. */
function whereIn(itemIndexes: number[], items: number, namesFile = false): string {
	const isClear = namesFile || itemIndexes.length === 0 || itemIndexes.length >= items;
	return isClear ? '' : itemNumbers(itemIndexes);
}

/** Whether the message of a failure names files, by its details. */
const namesFiles = ({ file_name, file_names, failed_pages }: Record<string, unknown>): boolean =>
	[file_name, file_names, failed_pages].some((named) => named !== undefined && named !== null);

/** What a workflow can go on with. */
const factsOf = ({ stage, submissionId, finished, extractionId }: ServiceFailure): IDataObject => ({
	...(stage === 'maybe submitted' && { submission_id: submissionId }),
	...(finished && { finished_extractions: finished as unknown as IDataObject[] }),
	...(extractionId && { extraction_id: extractionId }),
});

function fromService(node: INode, { failure }: ServiceError, at: ErrorPlace): NodeApiError {
	const { code, retryable, details, httpStatus, itemIndex = at.itemIndex } = failure;
	const described = describeFailure(failure, at);
	const itemIndexes = itemIndex === undefined ? [] : [itemIndex];
	const place = whereIn(itemIndexes, at.items ?? 1, namesFiles(details ?? {}));
	const message = withoutTags(describeProblem({ text: described.message }, place));
	const description = withoutTags(described.nextStep);
	const httpCode = httpStatus === undefined ? undefined : String(httpStatus);
	const nodeError = reworded(
		message,
		new NodeApiError(node, {}, { message, description, httpCode, itemIndex }),
	);
	const facts = factsOf(failure);
	Object.assign(nodeError.context, facts, { code, retryable, details: details ?? null, facts });
	return nodeError;
}

/** The most problems that one error lists. */
const PROBLEMS_LISTED = 5;

/** n8n shows the description of an error as HTML, in which other line breaks are lost. */
const LINE_BREAK = '<br>';

/** Problems as a list of lines. */
function bullets(lines: string[]): string {
	const more = lines.length - PROBLEMS_LISTED;
	const shown = more > 0 ? [...lines.slice(0, PROBLEMS_LISTED), `and ${more} more`] : lines;
	return shown.map((line) => `• ${withoutTags(line)}`).join(LINE_BREAK);
}

/** The next step of a problem, and how to run again without paying for anything twice. */
function stepOf({ nextStep, isHeldBack }: Problem, paidBeside?: PaidBeside, isTool?: boolean): string {
	const again = paidBeside ? BESIDE_PAID[paidBeside] : isHeldBack ? BOTH_WAYS : '';
	const step = stepText(nextStep, { isTool, paidBeside, isHeldBack });
	return step.includes(again) ? step : `${step} ${again}`.trim();
}

/** A problem as one line. It counts the files or links that have it, unless it names as many items. A link has a code. */
function lineOf(problem: SharedProblem, items: number): string {
	const { itemIndexes, count, namesFile, code } = problem;
	const place = whereIn(itemIndexes, items, namesFile);
	const isOfFiles = namesFile || code !== undefined;
	const named = place === '' && isOfFiles ? 1 : Math.max(1, itemIndexes.length);
	const line = describeProblem(problem, place);
	return count > named ? `${line}, and ${count - 1} more like this` : line;
}

/** A problem with its next step, as a line among others. */
const lineWithStep = (problem: SharedProblem, items: number, how: Situation): string =>
	[lineOf(problem, items), stepText(problem.nextStep, how)].filter(Boolean).join('. ');

/** The message and the description of an error about several problems, which its description lists. */
function wordsOfSeveral(shared: SharedProblem[], items: number, notSent: string, how: Situation) {
	const { paidBeside } = how;
	const list = bullets(shared.map((problem) => lineWithStep(problem, items, how)));
	return {
		text: `${shared.length} problems with the input.${paidBeside ? '' : ` ${notSent}`}`,
		description: paidBeside ? [list, BESIDE_PAID[paidBeside]].join(LINE_BREAK) : list,
	};
}

/** Those of an error about one problem. */
function wordsOfOne(problem: SharedProblem, items: number, notSent: string, how: Situation) {
	const step = stepOf(problem, how.paidBeside, how.isTool) || `${notSent} Correct it and run again.`;
	return { text: withoutTags(lineOf(problem, items)), description: withoutTags(step) };
}

function fromProblems(
	node: INode,
	{ problems, paidBeside }: InputProblems,
	{ itemIndex, items = 1, isTool }: ErrorPlace,
): NodeOperationError {
	const shared = sharedProblems(problems.map((problem) => ({ itemIndex, ...problem })));
	const [only] = shared.length === 1 ? shared : [];
	// What other items of the run had to send may have been sent.
	const ofItem = itemIndex !== undefined && items > 1 ? ' for this item' : '';
	const notSent = `Nothing was sent${ofItem}.`;
	const how = { isTool, paidBeside };
	const { text, description } = only
		? wordsOfOne(only, items, notSent, how)
		: wordsOfSeveral(shared, items, notSent, how);
	const about = only?.itemIndexes.length === 1 ? only.itemIndexes[0] : itemIndex;
	const nodeError = reworded(text, new NodeOperationError(node, text, { description, itemIndex: about }));
	const retryable = problems.length > 0 && problems.every((problem) => problem.retryable);
	Object.assign(nodeError.context, { code: only?.code ?? 'INVALID_PARAMETERS', retryable });
	return nodeError;
}

/** The one place where a failure becomes an error of n8n: the message says what happened, the description the next step. */
export function toNodeError(node: INode, error: unknown, at: ErrorPlace = {}): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (isServiceError(error)) return fromService(node, error, at);
	if (error instanceof InputProblems) return fromProblems(node, error, at);
	const { itemIndex } = at;
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/** What newer versions of n8n read to let a trigger that cannot succeed poll less often. Older ones ignore it. */
interface PollFailure {
	cause: 'rate-limited' | 'credential-invalid' | 'temporarily-unavailable';
	retryAfterMs?: number;
}

function causeOf({ code, retryable, retryAfterMs }: ServiceFailure): PollFailure | undefined {
	if (isKeyCode(code)) return { cause: 'credential-invalid' };
	if (!retryable) return undefined;
	const cause = code === 'RATE_LIMITED' ? 'rate-limited' : 'temporarily-unavailable';
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The node error of a failed poll. */
export function pollError(node: INode, error: unknown): NodeError {
	const nodeError = toNodeError(node, error);
	const failure = isServiceError(error) ? causeOf(error.failure) : undefined;
	return failure ? Object.assign(nodeError, { failure }) : nodeError;
}

const stepFor = ({ description }: NodeError): string => (description ?? '').replaceAll(LINE_BREAK, '\n');

/**
 * The same error for the model behind an agent, which n8n tells the message and nothing else: it says the next step, with the extraction's
 * ID, as well. Of this kind, because in the message of another kind n8n puts words of its own in the place of a known code.
 */
export function errorForModel(node: INode, error: NodeError): NodeOperationError {
	const text = [error.message, stepFor(error)].filter(Boolean).join('\n');
	const modelError = reworded(text, new NodeOperationError(node, text));
	Object.assign(modelError.context, error.context);
	return modelError;
}

/**
 * The `json` of a failed item. n8n sends an item to the error output only if `error` and `message` are its
 * only keys, so everything else is inside `error`.
 */
export function errorJson(error: NodeError): IDataObject {
	const { code, retryable, details, facts } = error.context as IDataObject & { facts?: IDataObject };
	return {
		message: error.message,
		error: {
			...facts,
			code: code ?? 'NODE_ERROR',
			message: error.message,
			next_step: stepFor(error),
			retryable: retryable ?? false,
			...(details ? { details } : {}),
		},
	};
}

import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';
import { describeFailure } from './api/errors/describeFailure';
import { isServiceError, type ServiceError } from './api/errors/ServiceError';
import { describeProblem, InputProblems, type Problem } from './shared/problems';

type NodeError = NodeApiError | NodeOperationError;

/** Sets the message afterwards: the constructor replaces any message that contains a known code such as ECONNRESET (or the letters EEXIST) with n8n's own text. */
function withMessage<T extends NodeError>(text: string, nodeError: T): T {
	nodeError.message = text;
	return nodeError;
}

function fromService(node: INode, error: ServiceError, ofItem?: number): NodeApiError {
	const { code, retryable, details, httpStatus, extractionId, facts, itemIndex = ofItem } = error.failure;
	const { message, nextStep } = describeFailure(error.failure);
	const text = itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
	const httpCode = httpStatus === undefined ? undefined : String(httpStatus);
	const nodeError = withMessage(
		text,
		new NodeApiError(node, {}, { message: text, description: nextStep, httpCode, itemIndex }),
	);
	const about: IDataObject = { ...(facts as IDataObject | undefined) };
	if (extractionId) about.extraction_id = extractionId;
	Object.assign(nodeError.context, about, {
		code,
		retryable,
		details: (details ?? null) as IDataObject | null,
		facts: about,
	});
	return nodeError;
}

const withNextStep = (problem: Problem): string =>
	[describeProblem(problem), problem.nextStep].filter((text) => text !== undefined).join('. ');

function fromProblems(
	node: INode,
	{ problems, othersGoOn }: InputProblems,
	itemIndex?: number,
): NodeOperationError {
	const located = problems.map((problem) => ({ itemIndex, ...problem }));
	const [only] = located.length === 1 ? located : [];
	const sent = othersGoOn ? 'It was not sent; other files were.' : 'Nothing was sent.';
	const text = only
		? describeProblem(only)
		: `${located.length} problems with the input.${othersGoOn ? '' : ' Nothing was sent.'}`;
	const description = only
		? (only.nextStep ?? `${sent} Correct it and run again${othersGoOn ? ' with it alone' : ''}.`)
		: located.map(withNextStep).join('\n');
	const nodeError = withMessage(
		text,
		new NodeOperationError(node, text, { description, itemIndex: only ? only.itemIndex : itemIndex }),
	);
	const retryable = problems.length > 0 && problems.every((problem) => problem.retryable);
	Object.assign(nodeError.context, { code: only?.code ?? 'INVALID_PARAMETERS', retryable });
	return nodeError;
}

/** The one place where a failure becomes an error of n8n: the message says what happened, the description the next step. */
export function toNodeError(node: INode, error: unknown, itemIndex?: number): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (isServiceError(error)) return fromService(node, error, itemIndex);
	if (error instanceof InputProblems) return fromProblems(node, error, itemIndex);
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/**
 * The `json` of an item that stands for a failed one. n8n sends an item to the error output only if `error` and `message` are its
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
			next_step: error.description ?? '',
			retryable: retryable ?? false,
			...(details ? { details } : {}),
		},
	};
}

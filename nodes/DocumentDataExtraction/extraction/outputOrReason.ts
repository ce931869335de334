import type { ApiClient } from '../api/http/client';
import { getExtractionStatus, type OutputFormat, type Scope } from '../api/extractions';
import { describeFailure } from '../api/errors/describeFailure';
import { howToAnswer } from '../api/errors/localTexts';
import { hasCode, serviceError, withFacts } from '../api/errors/ServiceError';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { attempt, explain } from '../shared/attempt';
import type { Step } from '../shared/problems';
import { isProcessing, outcomeError } from './outcome';
import { formatsOf } from './statusJson';

const NO_OUTPUT = 'OUTPUT_NOT_AVAILABLE';

interface Asked {
	extractionId: string;
	scope?: Scope;
	/** What is asked for. Rows come from the JSON output. */
	formats: readonly OutputFormat[];
}

interface Reason {
	message: string;
	nextStep?: Step;
}

const QUESTIONS: Reason = {
	message: 'the service asks questions',
	nextStep: ({ isTool }) => `${howToAnswer(isTool)} Wait then waits until it is completed.`,
};

const ASK_SUPPORT = 'Ask the support of the service about this extraction.';

const namesOf = (formats: readonly string[]): string =>
	formats.map((format) => format.toUpperCase()).join(' and ');

/** Why a completed extraction lacks an output. */
function lackingOf({ output }: ExtractionStatus, formats: readonly OutputFormat[]): Reason {
	const made = formatsOf(output ?? {});
	const lacking = formats.filter((format) => !made.includes(format));
	if (!output || lacking.length === 0)
		return {
			message: `the extraction is completed, but the service did not return ${namesOf(formats)}`,
			nextStep: `Run again in a few minutes. If that fails too: ${ASK_SUPPORT}`,
		};
	if (made.length === 0)
		return {
			message: 'the extraction is completed, but the service made no output of it',
			nextStep: ASK_SUPPORT,
		};
	const has = namesOf(made);
	return {
		message: `the extraction is completed, but without ${namesOf(lacking)}: the service made only ${has} of it`,
		nextStep: formats.includes('json')
			? ({ isTool }) =>
					`Download Output gets ${has}. Get Rows ${isTool ? 'needs' : 'and Review in a Form need'} JSON.`
			: `To download what there is, set File Formats to ${has}.`,
	};
}

/** Why an extraction has no output. */
function reasonOf(status: ExtractionStatus, formats: readonly OutputFormat[]): Reason {
	if (status.status === 'input_required') return QUESTIONS;
	const outcome = outcomeError(status);
	if (!outcome) return lackingOf(status, formats);
	if (isProcessing(status)) return { message: outcome.failure.message };
	const { message, nextStep } = describeFailure({ ...outcome.failure, extractionId: undefined });
	if (status.status === 'failed')
		return {
			message: `the extraction failed: ${message}`,
			// Not the request for its output, which the step may be taken to mean.
			nextStep: `This extraction stays failed: extract the documents again. ${nextStep}`,
		};
	return { message: message.charAt(0).toLowerCase() + message.slice(1), nextStep };
}

/** Says that an extraction has no rows, and why. @throws ServiceError with the extraction's id, unless it is completed */
export function throwUnlessCompleted(status: ExtractionStatus): void {
	const { extraction_id: extractionId } = status;
	if (status.status !== 'completed')
		throw serviceError(NO_OUTPUT, '', { ...reasonOf(status, []), extractionId });
}

/**
 * Asks for an output of an extraction, such as its rows. If there is none, asks for the status, and says why.
 *
 * @throws ServiceError with the extraction's id
 */
export async function outputOrReason<T>(
	api: ApiClient,
	{ extractionId, scope, formats }: Asked,
	ask: () => Promise<T>,
): Promise<T> {
	return await explain(ask, async (error) => {
		if (!hasCode(error, NO_OUTPUT)) return error;
		const status = await attempt(async () => await getExtractionStatus(api, extractionId, { scope }));
		const reason = status.ok
			? reasonOf(status.value, formats)
			: { message: `the node asked for ${namesOf(formats)}` };
		return withFacts(error, { ...reason, extractionId });
	});
}

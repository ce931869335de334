import type { ApiClient } from '../api/http/client';
import { getExtractionStatus, type OutputFormat, type Scope } from '../api/extractions';
import { describeFailure } from '../api/errors/describeFailure';
import { howToAnswer } from '../api/errors/localTexts';
import { hasCode, ServiceError, withFacts } from '../api/errors/ServiceError';
import type { ExtractionStatus } from '../api/schemas/extractions';
import { attempt, explain } from '../shared/attempt';
import type { Step } from '../shared/problems';
import { outcomeError } from './outcome';
import { formatsOf } from './statusJson';
import { isProcessing } from './stillProcessing';

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

/** Why a completed extraction lacks an output; undefined if it should have it. */
function lackingOf({ output }: ExtractionStatus, formats: readonly OutputFormat[]): Reason | undefined {
	const made = formatsOf(output ?? {});
	if (!output || formats.every((format) => made.includes(format))) return undefined;
	if (made.length === 0)
		return {
			message: 'the extraction is completed, but the service made no output of it',
			nextStep: 'Ask the support of the service about this extraction.',
		};
	const has = made.map((format) => format.toUpperCase()).join(' and ');
	return {
		message: `the extraction is completed, but the service made only ${has} of it`,
		nextStep: ({ isTool }) =>
			`Download Output gets ${has}. Get Rows ${isTool ? 'needs' : 'and Review in a Form need'} JSON.`,
	};
}

/** Why an extraction has no output; undefined if it should have it. */
function reasonOf(status: ExtractionStatus, formats: readonly OutputFormat[]): Reason | undefined {
	if (status.status === 'completed') return lackingOf(status, formats);
	if (status.status === 'input_required') return QUESTIONS;
	const outcome = outcomeError(status);
	if (!outcome) return undefined;
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
	const reason = reasonOf(status, []);
	if (reason) throw new ServiceError({ code: NO_OUTPUT, retryable: false, ...reason, extractionId });
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
		const reason = status.ok ? reasonOf(status.value, formats) : undefined;
		return reason ? withFacts(error, { ...reason, extractionId }) : error;
	});
}

import type { ApiClient } from '../../api/http/client';
import { getExtractionStatus, type OutputFormat, type Scope } from '../../api/endpoints/extractions';
import { describeFailure } from '../../api/errors/describeFailure';
import { howToAnswer } from '../../api/errors/localTexts';
import { hasCode, withFacts, type ServiceFailure } from '../../api/errors/ServiceError';
import type { ExtractionStatus } from '../../api/schemas/extractions';
import { attempt, explain } from '../../shared/attempt';
import type { Step } from '../../shared/problems';
import { isProcessing, outcomeError } from './outcome';
import { formatsOf } from './statusJson';

const NO_OUTPUT = 'OUTPUT_NOT_AVAILABLE';

const ASK_SUPPORT = 'Ask the support of the service about this extraction.';

const namesOf = (formats: readonly string[]): string =>
	formats.map((format) => format.toUpperCase()).join(' and ');

/** Why a completed extraction lacks an output; nothing if its status lists it all the same. */
function lackOf({ output }: ExtractionStatus, formats: readonly OutputFormat[]): Partial<ServiceFailure> {
	const made = formatsOf(output ?? {});
	const lacking = formats.filter((format) => !made.includes(format));
	if (lacking.length === 0) return {};
	const has = namesOf(made);
	const message = `the extraction is completed, but without ${namesOf(lacking)}. Its outputs: ${has || 'none'}`;
	if (made.length === 0) return { message, nextStep: ASK_SUPPORT };
	const nextStep: Step = formats.includes('json')
		? ({ isTool }) =>
				`Download Output gets ${has}. Get Rows ${isTool ? 'needs' : 'and Review in a Form need'} JSON.`
		: `To download what there is, set File Formats to ${has}.`;
	return { message, nextStep };
}

/** Why an extraction has no output, and what to do. */
function whyNot(status: ExtractionStatus, formats: readonly OutputFormat[]): Partial<ServiceFailure> {
	if (status.status === 'input_required')
		return {
			message: 'the service asks questions',
			nextStep: ({ isTool }) => `${howToAnswer(isTool)} Wait then waits until it is completed.`,
		};
	const outcome = outcomeError(status);
	if (!outcome) return lackOf(status, formats);
	if (isProcessing(status)) return { message: outcome.failure.message };
	const { message, nextStep } = describeFailure({ ...outcome.failure, extractionId: undefined });
	if (status.status !== 'failed')
		return { message: message.charAt(0).toLowerCase() + message.slice(1), nextStep };
	return {
		message: `the extraction failed: ${message}`,
		// Otherwise the step could be read as "request the output again".
		nextStep: `This extraction stays failed: extract the documents again. ${nextStep}`,
	};
}

/**
 * Asks for an output of an extraction, such as its rows. If there is none, asks for the status, and says why.
 *
 * @param formats what is asked for. Rows come from the JSON output
 * @throws ServiceError with the extraction's id
 */
export async function outputOrReason<T>(
	api: ApiClient,
	{ extractionId, scope, formats }: { extractionId: string; scope?: Scope; formats: readonly OutputFormat[] },
	ask: () => Promise<T>,
): Promise<T> {
	return await explain(ask, async (error) => {
		if (!hasCode(error, NO_OUTPUT)) return error;
		const status = await attempt(async () => await getExtractionStatus(api, extractionId, { scope }));
		const reason = status.ok
			? whyNot(status.value, formats)
			: { message: `the node asked for ${namesOf(formats)}` };
		return withFacts(error, { ...reason, extractionId });
	});
}

import { describeFailure } from '../../../api/errors/describeFailure';
import type { ExtractionStatus } from '../../../api/schemas/extractions';
import { outcomeError } from '../../../extraction/outcome';
import { extractionLocator } from '../../../parameters/ids/extraction';
import { InputProblems } from '../../../shared/problems';

const NEXT_STEPS: Readonly<Record<string, string>> = {
	input_required:
		'Before this node, answer its questions with Ask in a Form, then wait for the end with Wait.',
	processing: 'Put Wait before this node.',
};

/** Says why it ended and what to do next. */
function endOf(status: ExtractionStatus): string {
	const error = outcomeError(status);
	if (!error) return 'Get Status shows its progress.';
	const { message, nextStep } = describeFailure(error.failure);
	return `${message}. ${nextStep}`;
}

/** @throws InputProblems when an extraction is not completed, so that it has no rows to review */
export function refuseWithoutRows(status: ExtractionStatus): void {
	if (status.status === 'completed') return;
	throw new InputProblems([
		{
			parameter: extractionLocator.displayName,
			text: `There are no rows to review, because the extraction's status is ${status.status}`,
			nextStep: NEXT_STEPS[status.status] ?? endOf(status),
		},
	]);
}

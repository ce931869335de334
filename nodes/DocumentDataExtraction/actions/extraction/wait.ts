import { isProcessing, outcomeError, stillProcessing } from '../../extraction/status/outcome';
import { waitForExtraction } from '../../extraction/status/wait';
import { extractionIdOfItem, scope } from '../../parameters/ids/extraction';
import { ERROR_TEXTS } from '../../api/errors/errorTexts';
import type { ServiceError } from '../../api/errors/ServiceError';
import { stepText } from '../../shared/problems';
import { type Operation, itemOperation } from '../operation';
import { latestAnswer } from '../execution';
import { choice } from '../../parameters/param';
import { findingsOf } from '../../extraction/account/Account';
import { statusJson } from '../../extraction/status/statusJson';
import { isTool } from '../../shared/n8nFeatures';
import { maximumWait } from '../../parameters/maximumWait';

const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: maximumWait(60, 'How long to wait, counted from the start of the node'),
	ifNotCompleted: choice({
		displayName: 'If Not Completed',
		name: 'ifNotCompleted',
		of: {
			fail: ['Fail', 'The item fails. The error has the reason and the ID of the extraction.'],
			outputStatus: ['Output Status', 'Output the status that the extraction has by then'],
		},
		default: 'fail',
		description:
			'What to do if the extraction failed, was cancelled, or is still processing after the maximum wait. It then continues at the service.',
	}),
};

/** Another wait would fail again. The next step of the code belongs to a new extraction. */
const staysFailed = (error: ServiceError): ServiceError =>
	error.with({
		nextStep: (how) =>
			`This extraction stays failed: extract the documents again. ${stepText(ERROR_TEXTS[error.code]?.first, how)}`.trim(),
	});

export const wait: Operation = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for extraction to finish',
	description: 'Wait until an extraction has finished or asks questions, then get its status',
	...itemOperation(parameters, { scope }, async (given, { context, api, startedAt, find }) => {
		const { extractionId, ifNotCompleted, scope } = given;
		// The node waits for one item after the other, while their extractions continue side by side.
		const deadline = Math.min(startedAt + given.waitMs, latestAnswer(context, startedAt));
		const status = await waitForExtraction(api, extractionId, { deadline, scope });
		if (isTool(context) && isProcessing(status))
			return { ...statusJson(status), note: stillProcessing(extractionId) };
		const error = outcomeError(status);
		if (error && ifNotCompleted === 'fail') throw status.status === 'failed' ? staysFailed(error) : error;
		find(findingsOf(status));
		return statusJson(status);
	}),
};

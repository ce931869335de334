import type { IWebhookFunctions } from 'n8n-workflow';
import type { Scope } from '../../../api/extractions';
import { LIMITS } from '../../../api/limits';
import { TIME_TO_ACT_MINUTES } from '../../../extraction/questions/answerDeadline';
import type { QuestionsSetting } from '../../../pages/questions/questionsPage';
import { scope } from '../../../parameters/filters';
import { extractionIdOfItem, findExtractionId } from '../../../parameters/ids/extraction';
import { text } from '../../../parameters/param';
import { parkedOptions, personWait } from '../../../parameters/waits';
import { InputProblems } from '../../../shared/problems';

const TITLE = 'Questions About Your Documents';

export const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		LIMITS.answerHours,
		LIMITS.answerHours,
		`How long to wait for a person. The wait ends before the service would cancel the extraction: ${TIME_TO_ACT_MINUTES} minutes, or a quarter of the time left if that is less. Without answers, the node outputs its input item unchanged.`,
	),
};

export const options = {
	introduction: text({
		displayName: 'Introduction',
		name: 'introduction',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
		description: 'Text above the questions, such as where the documents come from',
	}),
	scope,
	title: text({
		displayName: 'Page Title',
		name: 'pageTitle',
		default: TITLE,
		description: 'The heading of the page',
	}),
};

/** What the parked node is about, read when somebody opens its page. */
export interface AskedExtraction extends QuestionsSetting {
	extractionId: string;
	scope?: Scope;
}

/** @throws InputProblems when the parameters cannot be read any more */
export function readAsked(context: IWebhookFunctions): AskedExtraction {
	const extractionId = findExtractionId(context.getNodeParameter('extractionId', ''));
	if (extractionId === undefined) throw new InputProblems([{ text: 'The extraction is not known' }]);
	const { introduction, scope: of, title } = parkedOptions(context, options);
	return {
		extractionId,
		scope: of,
		title: title.trim() || TITLE,
		introduction: introduction.trim(),
		timeZone: context.getTimezone(),
	};
}

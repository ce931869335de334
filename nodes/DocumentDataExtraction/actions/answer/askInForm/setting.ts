import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Scope } from '../../../api/extractions';
import type { QuestionsSetting } from '../../../pages/questions/questionsPage';
import { findExtractionId } from '../../../parameters/ids/extraction';
import { readScope } from '../../../parameters/filters';
import { optionOf } from '../../../parameters/options';
import { InputProblems } from '../../../shared/problems';
import { introductionOption, pageTitleOption } from './properties';

/** What the parked node is about, read when somebody opens its page. */
export interface AskedExtraction extends QuestionsSetting {
	extractionId: string;
	scope?: Scope;
}

/** @throws InputProblems when the parameters cannot be read any more */
export function readAsked(context: IWebhookFunctions): AskedExtraction {
	const extractionId = findExtractionId(context.getNodeParameter('extractionId', ''));
	if (extractionId === undefined) throw new InputProblems([{ text: 'The extraction is not known' }]);
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const text = (option: typeof pageTitleOption): string => String(optionOf(options, option) ?? '').trim();
	return {
		extractionId,
		scope: readScope(options),
		title: text(pageTitleOption) || pageTitleOption.default,
		introduction: text(introductionOption),
		timeZone: context.getTimezone(),
	};
}

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/extractions';
import type { Prompt } from '../../../extraction/prompt/prompt';
import { checkTaskName } from '../../../extraction/prompt/taskName';
import { MINUTE_MS } from '../../../shared/time';
import { ofItem, type Checked, type Problem } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { isTool } from '../../../parameters/execution';
import { MAXIMUM_WAIT_RULE } from '../../../parameters/maximumWait';
import { checkNumber } from '../../../parameters/numbers';
import { checkPrompt, outputStructureProperty } from '../../../parameters/prompt';
import {
	readSubmissionOptions,
	SUBMISSION_OPTIONS,
	submissionOptionProblems,
} from '../../../parameters/submissionOptions';
import { ifPagesFailProperty, type IfPagesFail } from './ifPagesFail';
import { optionOf } from '../../../parameters/options';
import { maximumWaitOption, WARN_BELOW_CREDITS_RULE, warnBelowCreditsOption } from './options';
import { questionsProperty, type Questions } from './questions';
import { checkSubmissionIdChoice, type SubmissionIdChoice } from './preventDuplicates';

/** What one request asks for: the parameters of its first item. */
export interface ExtractParameters {
	prompt: Prompt;
	outputStructure: OutputStructure;
	options: ReturnType<typeof readSubmissionOptions>;
	taskName: string;
	submissionId: SubmissionIdChoice;
	questions: Questions;
	ifPagesFail: IfPagesFail;
	maximumWaitMs: number;
	cancelWhenStopped: boolean;
	extractAgain: boolean;
	splitLargeBatches: boolean;
	warnBelowCredits: number;
	/** What is wrong with them. The values that it is about are stand-ins. */
	problems: Problem[];
}

/** Reads and checks the parameters of an item ("Submit an extraction"). */
export function readParameters(context: IExecuteFunctions, itemIndex: number): ExtractParameters {
	const given: IDataObject = context.getNodeParameter('options', itemIndex, {});
	const problems: Problem[] = [];
	const take = <T>(checked: Checked<T>, standIn: T): T => {
		if (checked.ok) return checked.value;
		problems.push(...checked.problems);
		return standIn;
	};
	const prompt = take<Prompt>(checkPrompt(context, itemIndex), '');
	const outputStructure = context.getNodeParameter('outputStructure', itemIndex) as OutputStructure;
	const questions = optionOf(given, questionsProperty) as Questions;
	const ifPagesFail = optionOf(given, ifPagesFailProperty) as IfPagesFail;
	const maximumWait = take(checkNumber(optionOf(given, maximumWaitOption), MAXIMUM_WAIT_RULE), 0);
	const warnBelowCredits = take(
		checkNumber(optionOf(given, warnBelowCreditsOption), WARN_BELOW_CREDITS_RULE),
		0,
	);
	problems.push(
		...choiceProblems(outputStructureProperty, outputStructure),
		...choiceProblems(questionsProperty, questions),
		...choiceProblems(ifPagesFailProperty, ifPagesFail),
		...submissionOptionProblems(given),
	);
	// A model calls again with the same documents, and each call is a run of its own, whose execution and ID say nothing.
	const submissionId: SubmissionIdChoice = isTool(context)
		? { from: 'files' }
		: take<SubmissionIdChoice>(
				checkSubmissionIdChoice((property) =>
					context.getNodeParameter(property.name, itemIndex, property.default),
				),
				{ from: 'execution' },
			);
	const taskName = take(checkTaskName(given.taskName, SUBMISSION_OPTIONS.taskName.displayName), '');
	return {
		prompt,
		outputStructure,
		options: readSubmissionOptions(given, questions !== 'none'),
		taskName,
		submissionId,
		questions,
		ifPagesFail,
		maximumWaitMs: maximumWait * MINUTE_MS,
		cancelWhenStopped: given.cancelWhenStopped === true,
		extractAgain: given.extractAgain === true,
		splitLargeBatches: given.splitLargeBatches !== false,
		warnBelowCredits,
		problems: ofItem(itemIndex, problems),
	};
}

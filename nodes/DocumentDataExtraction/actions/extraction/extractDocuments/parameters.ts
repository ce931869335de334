import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { OutputStructure } from '../../../api/extractions';
import { buildPrompt, type PromptParts } from '../../../extraction/prompt/prompt';
import { taskNameProblem } from '../../../extraction/prompt/taskName';
import type { Problem } from '../../../shared/problems';
import { choiceProblems } from '../../../parameters/choices';
import { MAXIMUM_WAIT_RULE } from '../../../parameters/maximumWait';
import { checkNumber, type NumberRule } from '../../../parameters/numbers';
import { outputStructureProperty, readPrompt } from '../../../parameters/prompt';
import { readSubmissionId } from '../submissionId';
import { readSubmissionOptions, submissionOptionProblems } from '../../../parameters/submissionOptions';
import { ifPagesFailProperty, type IfPagesFail } from './ifPagesFail';
import { WARN_BELOW_CREDITS_RULE } from './options';
import { questionsProperty, type Questions } from './questions';

export interface Parameters {
	prompt: PromptParts['prompt'];
	outputStructure: OutputStructure;
	options: ReturnType<typeof readSubmissionOptions>;
	taskName: string;
	/** As it is sent. Empty when the user gave none. */
	submissionId: string;
	questions: Questions;
	ifPagesFail: IfPagesFail;
	maximumWaitMs: number;
	cancelWhenStopped: boolean;
	extractAgain: boolean;
	splitLargeBatches: boolean;
	skipUnsupportedFiles: boolean;
	warnBelowCredits: number;
	problems: Problem[];
}

function taskNameProblems(name: string): Problem[] {
	const problem = name ? taskNameProblem(name) : undefined;
	return problem ? [problem] : [];
}

/** Reads and checks the parameters of an item ("Submit an extraction"). */
export function readParameters(context: IExecuteFunctions, itemIndex: number): Parameters {
	const given: IDataObject = context.getNodeParameter('options', itemIndex, {});
	const { prompt, problems } = buildPrompt(readPrompt(context, itemIndex));
	const numberOf = (value: unknown, rule: NumberRule): number => {
		const checked = checkNumber(value, rule);
		if (checked.ok) return checked.number;
		problems.push(checked.problem);
		return 0;
	};
	const outputStructure = context.getNodeParameter('outputStructure', itemIndex) as OutputStructure;
	const questions = (given.questions ?? 'none') as Questions;
	const ifPagesFail = (given.ifPagesFail ?? 'fail') as IfPagesFail;
	const submissionId = readSubmissionId(given.submissionId);
	const taskName = String(given.taskName ?? '').trim();
	const maximumWaitMs = numberOf(given.maximumWait ?? 60, MAXIMUM_WAIT_RULE) * 60_000;
	const warnBelowCredits = numberOf(given.warnBelowCredits ?? 20, WARN_BELOW_CREDITS_RULE);
	problems.push(
		...choiceProblems(outputStructureProperty, outputStructure),
		...choiceProblems(questionsProperty, questions),
		...choiceProblems(ifPagesFailProperty, ifPagesFail),
		...submissionOptionProblems(given),
		...submissionId.problems,
		...taskNameProblems(taskName),
	);
	return {
		prompt,
		outputStructure,
		options: readSubmissionOptions(given, questions !== 'none'),
		taskName,
		submissionId: submissionId.id,
		questions,
		ifPagesFail,
		maximumWaitMs,
		cancelWhenStopped: given.cancelWhenStopped === true,
		extractAgain: given.extractAgain === true,
		splitLargeBatches: given.splitLargeBatches !== false,
		skipUnsupportedFiles: given.skipUnsupportedFiles === true,
		warnBelowCredits,
		problems: problems.map((problem) => ({ ...problem, itemIndex })),
	};
}

import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutputFormat, OutputStructure } from '../../../api/extractions';
import { identifierProblem } from '../../../api/identifiers';
import { buildPrompt, type PromptParts } from '../../../extraction/prompt';
import { taskNameProblem } from '../../../extraction/taskName';
import type { Problem } from '../../../problems';
import { readPrompt } from '../promptFields';
import { readSubmissionOptions } from '../submissionOptions';

export type Questions = 'none' | 'accept' | 'handOut';

export interface Parameters {
	prompt: PromptParts['prompt'];
	outputStructure: OutputStructure;
	options: ReturnType<typeof readSubmissionOptions>;
	taskName: string;
	/** Empty when the user gave none. */
	submissionId: string;
	questions: Questions;
	maximumWaitMs: number;
	cancelWhenStopped: boolean;
	splitLargeBatches: boolean;
	skipUnsupportedFiles: boolean;
	warnBelowCredits: number;
	problems: Problem[];
}

/** What to hand out; the same for all items. */
export interface OutputChoice {
	kind: 'rows' | 'summary' | 'files';
	separateReview: boolean;
	formats: OutputFormat[];
	fieldName: string;
}

/** Reads and checks the parameters of an item ("Submit an extraction"). */
export function readParameters(context: IExecuteFunctions, itemIndex: number): Parameters {
	const given = context.getNodeParameter('options', itemIndex, {});
	const prompt = buildPrompt(readPrompt(context, itemIndex));
	const questions = (given.questions as Questions | undefined) ?? 'none';
	const submissionId = String(given.submissionId ?? '').trim();
	const taskName = String(given.taskName ?? '').trim();
	const problems = [...prompt.problems];
	const idProblem = submissionId ? identifierProblem(submissionId) : undefined;
	if (idProblem) problems.push({ parameter: 'Submission ID', text: idProblem });
	const nameProblem = taskName ? taskNameProblem(taskName) : undefined;
	if (nameProblem) problems.push(nameProblem);
	return {
		prompt: prompt.prompt,
		outputStructure: context.getNodeParameter('outputStructure', itemIndex) as OutputStructure,
		options: readSubmissionOptions(given, questions !== 'none'),
		taskName,
		submissionId,
		questions,
		maximumWaitMs: Number(given.maximumWait ?? 60) * 60_000,
		cancelWhenStopped: given.cancelWhenStopped === true,
		splitLargeBatches: given.splitLargeBatches !== false,
		skipUnsupportedFiles: given.skipUnsupportedFiles === true,
		warnBelowCredits: Number(given.warnBelowCredits ?? 20),
		problems: problems.map((problem) => ({ ...problem, itemIndex })),
	};
}

export function readOutputChoice(context: IExecuteFunctions): OutputChoice {
	const kind = context.getNodeParameter('output', 0) as OutputChoice['kind'];
	return {
		kind,
		separateReview: kind === 'rows' && context.getNodeParameter('separateReview', 0, false) === true,
		formats: kind === 'files' ? (context.getNodeParameter('formats', 0) as OutputFormat[]) : [],
		fieldName: String(context.getNodeParameter('outputFieldName', 0, 'data')),
	};
}

import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { decidingOptions } from '../extraction/request/identity';
import { propertiesOf } from './param';
import { promptParameters } from './prompt/parameters';
import { submissionOptions } from './submissionOptions';

/**
 * What the user asks for about the files: before expressions are evaluated, because `$now` changes with each try. It holds only what
 * decides the rows, so that whoever changes, say, the output finds the earlier extraction.
 */
export function askedFor(parameters: INodeParameters): unknown {
	const given = (parameters.options ?? {}) as IDataObject;
	const { questions = 'none', askQuestions = false } = given;
	const options = submissionOptions(given, questions !== 'none' || askQuestions !== false);
	return [
		propertiesOf(promptParameters).map(({ name }) => parameters[name] ?? null),
		decidingOptions(options),
	];
}

/**
 * The execution in which the node was first tried. "Retry" in n8n's list of executions makes a new execution of the data of the old one,
 * in which n8n keeps what is noted here.
 */
export function firstExecutionId(context: IExecuteFunctions): string {
	const kept = context.getContext('node') as { firstExecutionId?: string };
	if (kept.firstExecutionId === undefined || context.getMode() !== 'retry')
		kept.firstExecutionId = context.getExecutionId();
	return kept.firstExecutionId;
}

import type { Resource } from '../operation';
import { getQuestions } from './getQuestions';
import { submitAnswers } from './submit';

export const answer: Resource = {
	name: 'Answer',
	value: 'answer',
	operations: [getQuestions, submitAnswers],
	defaultOperation: getQuestions.value,
};

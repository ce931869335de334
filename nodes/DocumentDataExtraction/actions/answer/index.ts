import type { Resource } from '../operation';
import { getQuestions } from './getQuestions';
import { submit } from './submit';

export const answer: Resource = {
	name: 'Answer',
	value: 'answer',
	operations: [getQuestions, submit],
	defaultOperation: getQuestions.value,
};

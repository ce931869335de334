import type { Resource } from '../operation';
import { askInForm } from './askInForm';
import { getQuestions } from './getQuestions';
import { submitAnswers } from './submit';

export const answer: Resource = {
	name: 'Answer',
	value: 'answer',
	operations: [getQuestions, askInForm, submitAnswers],
};

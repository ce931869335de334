import type { INodeType } from 'n8n-workflow';
import { getChoices } from './getChoices';
import { getOpenQuestions } from './getOpenQuestions';
import { searchExtractions } from './searchExtractions';

/** What the editor asks for while the user fills in the parameters. */
export const methods: INodeType['methods'] = {
	listSearch: { searchExtractions },
	loadOptions: { getChoices, getOpenQuestions },
};

import type { INodeType } from 'n8n-workflow';
import { getChoices, getOpenQuestions } from './openQuestions';
import { searchExtractions } from './searchExtractions';
import { testConnection } from './testConnection';

/** What n8n calls to test the credential. */
export const credentialTest = { testConnection };

/** What the editor asks for while the user fills in the parameters. */
export const methods: INodeType['methods'] = {
	credentialTest,
	listSearch: { searchExtractions },
	loadOptions: { getChoices, getOpenQuestions },
};

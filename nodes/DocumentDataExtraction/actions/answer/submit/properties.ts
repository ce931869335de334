import type { INodeProperties } from 'n8n-workflow';
import { notInTool } from '../../../parameters/inTool';
import { optionsProperty } from '../../../parameters/options';
import { extractionLocator } from '../../../parameters/ids/extraction';
import { scopeOption } from '../../../parameters/filters';

export const QUESTION = 'Question';
export const CHOICE = 'Choice';
export const FREE_TEXT = 'Free Text';
export const COMMENT = 'Comment';
export const ANSWERS = 'Answers';
export const FORM = 'Answers From: Form';
export const RECOMMENDATIONS = 'Answers From: Recommendations';

const textProperty = (displayName: string, answerBy: string, description: string): INodeProperties => ({
	displayName,
	name: 'text',
	type: 'string',
	required: true,
	typeOptions: { rows: 3 },
	displayOptions: { show: { answersFrom: ['fields'], answerBy: [answerBy] } },
	default: '',
	placeholder: 'e.g. Dates are day first, but month first in documents in US English',
	description,
});

const oneQuestion: INodeProperties[] = [
	{
		displayName: `${QUESTION} Name or ID`,
		name: 'questionId',
		type: 'options',
		required: true,
		typeOptions: {
			loadOptionsMethod: 'getOpenQuestions',
			loadOptionsDependsOn: ['extractionId.value', 'options.scope'],
		},
		displayOptions: { show: { answersFrom: ['fields'] } },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Answer Type',
		name: 'answerBy',
		type: 'options',
		displayOptions: { show: { answersFrom: ['fields'] } },
		options: [
			{
				name: 'Accept Recommendation',
				value: 'recommendation',
				description: 'The answer that the service recommends',
			},
			{ name: 'Choice', value: 'choice', description: 'One of the choices of the question' },
			{ name: 'Choice and Comment', value: 'both', description: 'A choice, with a comment' },
			{ name: 'Free Text', value: 'text', description: 'Any text, which every question accepts' },
		],
		default: 'recommendation',
		description: 'How to answer the question',
	},
	{
		displayName: `${CHOICE} Name or ID`,
		name: 'choiceId',
		type: 'options',
		required: true,
		typeOptions: {
			loadOptionsMethod: 'getChoices',
			loadOptionsDependsOn: ['extractionId.value', 'questionId', 'options.scope'],
		},
		displayOptions: { show: { answersFrom: ['fields'], answerBy: ['choice', 'both'] } },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	textProperty(FREE_TEXT, 'text', 'The answer. It usually applies to all documents of the extraction.'),
	textProperty(COMMENT, 'both', 'What to add to the choice'),
];

export const answerProperties: INodeProperties[] = [
	{
		displayName: 'Answers From',
		name: 'answersFrom',
		type: 'options',
		options: [
			{ name: 'Fields Below', value: 'fields', description: 'Answer one question here' },
			notInTool({
				name: 'Form',
				value: 'form',
				description: 'The answers from a form of Get Questions (Output: Form Definition)',
			}),
			{
				name: 'Input Items',
				value: 'items',
				description: 'Each input item is an answer, or contains several',
			},
			{
				name: 'Recommendations',
				value: 'recommendations',
				description: 'Accept the recommendation for every open question',
			},
		],
		default: 'fields',
		description: 'Where the answers come from',
	},
	{ ...extractionLocator, displayOptions: { show: { answersFrom: ['fields'] } } },
	{
		...extractionLocator,
		displayOptions: { show: { answersFrom: ['form', 'items', 'recommendations'] } },
		default: { mode: 'id', value: '={{ $json.extraction_id ?? $json.data?.extraction_id }}' },
	},
	...oneQuestion,
	{
		displayName: ANSWERS,
		name: 'answers',
		type: 'json',
		required: true,
		displayOptions: { show: { answersFrom: ['items'] } },
		default: '={{ $json }}',
		description:
			'An answer or a list of answers. Each has question_id with choice_id, text or both, or with accept_recommended. Other fields are ignored.',
	},
	optionsProperty(
		{
			displayName: 'Check Before Sending',
			name: 'check',
			type: 'boolean',
			displayOptions: { show: { '/answersFrom': ['fields', 'items'] } },
			default: true,
			description: 'Whether to compare the answers with the open questions before sending them',
		},
		scopeOption,
	),
];

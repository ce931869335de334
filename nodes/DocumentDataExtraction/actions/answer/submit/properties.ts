import type { INodeProperties } from 'n8n-workflow';
import { optionsProperty } from '../../../parameters/options';
import { extractionLocator } from '../../../parameters/extraction';
import { scopeOption } from '../../../parameters/filters';

export const QUESTION = 'Question';
export const CHOICE = 'Choice';
export const FREE_TEXT = 'Own Words';
export const ANSWERS = 'Answers';
export const FORM = 'Answers From: Form';
export const RECOMMENDATIONS = 'Answers From: Recommendations';

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
		displayName: 'Answer By',
		name: 'answerBy',
		type: 'options',
		displayOptions: { show: { answersFrom: ['fields'] } },
		options: [
			{
				name: 'Accept Recommendation',
				value: 'recommendation',
				description: 'What the service recommends',
			},
			{ name: 'Choice', value: 'choice', description: 'One of the choices that the question offers' },
			{ name: 'Choice and Own Words', value: 'both', description: 'A choice, with a remark' },
			{ name: 'Own Words', value: 'text', description: 'Any text; every question takes one' },
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
	{
		displayName: FREE_TEXT,
		name: 'text',
		type: 'string',
		required: true,
		typeOptions: { rows: 3 },
		displayOptions: { show: { answersFrom: ['fields'], answerBy: ['text', 'both'] } },
		default: '',
		placeholder: 'e.g. Dates are day first; where a document is in US English, month first',
		description:
			'The answer in your own words. It holds for what the question applies to, usually all documents of the extraction.',
	},
];

export const answerProperties: INodeProperties[] = [
	{
		displayName: 'Answers From',
		name: 'answersFrom',
		type: 'options',
		options: [
			{ name: 'Fields Below', value: 'fields', description: 'One question' },
			{
				name: 'Form',
				value: 'form',
				description: 'What a person entered in a form made by Get Questions (Output: Form Definition)',
			},
			{
				name: 'Input Items',
				value: 'items',
				description:
					'Every input item is an answer, or holds several; those to one extraction go in one request',
			},
			{
				name: 'Recommendations',
				value: 'recommendations',
				description:
					'Accepts what the service recommends on every open question. When nothing is open, the status comes out.',
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
			'An answer or a list of answers, each an object with question_id and one or more of choice_id and text, or accept_recommended. The default takes the input item itself; its other fields do not matter.',
	},
	optionsProperty(
		{
			displayName: 'Check Against Open Questions',
			name: 'check',
			type: 'boolean',
			displayOptions: { show: { '/answersFrom': ['fields', 'items'] } },
			default: true,
			description:
				'Whether to get the open questions first, so that a choice that is not offered is found before anything is sent, and questions that wait no longer are told',
		},
		scopeOption,
	),
];

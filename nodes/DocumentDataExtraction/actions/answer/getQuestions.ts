import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { getExtractionStatus } from '../../api/extractions';
import { questionForm, type ChoiceField } from '../../extraction/questions/form';
import { readChoice, readChosen } from '../../parameters/choices';
import { notInTool } from '../../parameters/inTool';
import { optionsProperty, readOptions } from '../../parameters/options';
import { extractionOfItemLocator, readExtractionId } from '../../parameters/ids/extraction';
import type { Operation } from '../operation';
import { perItem } from '../perItem';
import { readScope, scopeOption } from '../../parameters/filters';
import { questionItems } from './questionJson';

const questionOutputProperty: INodeProperties = notInTool({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Form Definition',
			value: 'form',
			description: "One item with a form that asks the questions, for n8n's form nodes",
		},
		{ name: 'Questions', value: 'questions', description: 'One item per open question' },
	],
	default: 'questions',
	description: 'What to output',
});

const formNotice: INodeProperties = {
	displayName:
		'In the form node, set <b>Define Form</b> to Using JSON and <b>Form Fields</b> to <code>{{ $json.form_fields }}</code>. After it, use Answer: Submit with Answers From: Form.',
	name: 'formNotice',
	type: 'notice',
	displayOptions: { show: { output: ['form'] } },
	default: '',
};

const choiceFieldOption: INodeProperties = {
	displayName: 'Choices As',
	name: 'choicesAs',
	type: 'options',
	options: [
		{ name: 'Dropdown', value: 'dropdown' },
		{ name: 'Radio Buttons', value: 'radio' },
	],
	default: 'radio',
	description: 'How the form shows the choices of a question',
};

const choiceFieldOf = ({ choicesAs }: IDataObject): ChoiceField =>
	readChoice(choiceFieldOption, choicesAs) === 'dropdown' ? 'dropdown' : 'radio';

export const getQuestions: Operation = {
	name: 'Get Questions',
	value: 'getQuestions',
	action: 'Get open questions',
	description: 'Get the questions that an extraction is waiting for, or a form that asks them',
	properties: [
		extractionOfItemLocator,
		questionOutputProperty,
		formNotice,
		{ ...optionsProperty(scopeOption), displayOptions: { show: { output: ['questions'] } } },
		{ ...optionsProperty(choiceFieldOption, scopeOption), displayOptions: { show: { output: ['form'] } } },
	],
	execute: perItem(async ({ context, api, itemIndex }) => {
		const extractionId = readExtractionId(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const asForm = readChosen(context, itemIndex, 'output', [questionOutputProperty]) === 'form';
		const choiceField = choiceFieldOf(options);
		const status = await getExtractionStatus(api, extractionId, { scope: readScope(options) });
		const open = status.questions?.length ?? 0;
		const { extraction_id, answer_by } = status;
		const common = { extraction_id, status: status.status, open_questions: open };
		if (asForm)
			return {
				...common,
				answer_by: answer_by ?? null,
				...(questionForm(status, {
					choiceField,
					timeZone: context.getTimezone(),
				}) as unknown as IDataObject),
			};
		if (open === 0) return common;
		return questionItems(status).map((json) => ({ json, pairedItem: { item: itemIndex } }));
	}),
};

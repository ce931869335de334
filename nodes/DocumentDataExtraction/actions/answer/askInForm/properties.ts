import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { TIME_TO_ACT_MINUTES } from '../../../extraction/questions/answerDeadline';
import { extractionOfItemLocator } from '../../../parameters/ids/extraction';
import { scopeOption } from '../../../parameters/filters';
import { maximumWaitProperty } from '../../../parameters/maximumWait';
import { optionsProperty } from '../../../parameters/options';

export const pageTitleOption = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: 'Questions About Your Documents',
	description: 'The heading of the page',
} satisfies INodeProperties;

export const introductionOption = {
	displayName: 'Introduction',
	name: 'introduction',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
	description: 'Text above the questions, such as where the documents come from',
} satisfies INodeProperties;

const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send this link with a node before this one, such as Gmail or Slack. Anyone with the link can answer.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

export const askProperties: INodeProperties[] = [
	linkNotice,
	extractionOfItemLocator,
	maximumWaitProperty(
		LIMITS.answerHours * 60,
		`How long to wait for answers. The wait always ends ${TIME_TO_ACT_MINUTES} minutes before the service would cancel the extraction. Without answers, the node outputs its input item unchanged.`,
	),
	optionsProperty(introductionOption, pageTitleOption, scopeOption),
];

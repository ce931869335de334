import type { INodeProperties } from 'n8n-workflow';
import { TIME_TO_ACT_MINUTES } from '../../../extraction/questions/answerDeadline';
import { extractionLocator } from '../../../parameters/extraction';
import { scopeOption } from '../../../parameters/filters';
import { maximumWaitProperty } from '../../../parameters/maximumWait';
import { optionsProperty } from '../../../parameters/options';

/** As long as the service waits for answers. */
const FORTY_HOURS_IN_MINUTES = 2400;

export const pageTitleOption = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: 'Questions About Your Documents',
	description: 'What stands at the top of the page',
} satisfies INodeProperties;

export const introductionOption = {
	displayName: 'Introduction',
	name: 'introduction',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
	description: 'A text above the questions, such as where the documents come from',
} satisfies INodeProperties;

const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send this link with a node before this one, such as Gmail or Slack. Whoever has the link can answer.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

export const askProperties: INodeProperties[] = [
	linkNotice,
	extractionLocator,
	maximumWaitProperty(
		FORTY_HOURS_IN_MINUTES,
		`How long to wait for the answers at most. The wait always ends ${TIME_TO_ACT_MINUTES} minutes before the service would cancel the extraction. When it ends without answers, the input item comes out unchanged.`,
	),
	optionsProperty(introductionOption, pageTitleOption, scopeOption),
];

import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { TIME_TO_ACT_MINUTES } from '../../../extraction/questions/answerDeadline';
import { extractionOfItemLocator } from '../../../parameters/ids/extraction';
import { scopeOption } from '../../../parameters/filters';
import { optionsProperty } from '../../../parameters/options';
import { linkNotice, personWait } from '../../../parameters/personWait';

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

export const askWait = personWait(
	LIMITS.answerHours,
	LIMITS.answerHours,
	`How long to wait for a person. The wait ends before the service would cancel the extraction: ${TIME_TO_ACT_MINUTES} minutes, or a quarter of the time left if that is less. Without answers, the node outputs its input item unchanged.`,
);

export const askProperties: INodeProperties[] = [
	linkNotice,
	extractionOfItemLocator,
	askWait.property,
	optionsProperty(introductionOption, pageTitleOption, scopeOption),
];

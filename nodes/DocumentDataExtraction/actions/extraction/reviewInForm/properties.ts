import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { scopeOption } from '../../../parameters/filters';
import { extractionOfItemLocator } from '../../../parameters/ids/extraction';
import { readChoice } from '../../../parameters/choices';
import { optionsProperty } from '../../../parameters/options';
import { latestEnd, linkNotice, personWait } from '../../../parameters/personWait';
import { separateRejectedProperty } from './rejectedRows';

const reviewOutputProperty = {
	displayName: 'Output',
	name: 'reviewOutput',
	type: 'options',
	options: [
		{ name: 'All Rows', value: 'all', description: 'Including the rows that needed no review' },
		{ name: 'Reviewed Rows', value: 'reviewed', description: 'Only the rows that a person decided about' },
	],
	default: 'all',
	description: 'Which rows to output',
} satisfies INodeProperties;

const reviewWait = personWait(
	7 * 24,
	LIMITS.retentionDays * 24,
	'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
);

export const reviewProperties: INodeProperties[] = [
	linkNotice,
	extractionOfItemLocator,
	reviewOutputProperty,
	separateRejectedProperty,
	reviewWait.property,
	optionsProperty(scopeOption),
];

/** Reads a parameter by its name; for the first item, because there is one review. */
export type ReadParameter = (name: string, otherwise: unknown) => unknown;

/** Whether to output the rows that needed no review too. @throws InputProblems */
export const readWithAllRows = (read: ReadParameter): boolean =>
	readChoice(reviewOutputProperty, read(reviewOutputProperty.name, reviewOutputProperty.default)) !==
	'reviewed';

/** Whether rejected rows have an output of their own. */
export const readSeparateRejected = (read: ReadParameter): boolean =>
	read(separateRejectedProperty.name, separateRejectedProperty.default) === true;

/** When the wait for a person ends. @throws InputProblems */
export const readWaitEnd = (read: ReadParameter, now: number): Date =>
	new Date(latestEnd(reviewWait, read(reviewWait.property.name, reviewWait.property.default), now));

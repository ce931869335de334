import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { scopeOption } from '../../../parameters/filters';
import { extractionOfItemLocator } from '../../../parameters/ids/extraction';
import { readChoice } from '../../../parameters/choices';
import { readNumber, type NumberRule } from '../../../parameters/numbers';
import { optionsProperty } from '../../../parameters/options';
import { MINUTE_MS } from '../../../shared/time';
import { separateRejectedProperty } from './rejectedRows';

const DAY_MS = 24 * 60 * MINUTE_MS;

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

const limitWaitProperty = {
	displayName: 'Limit Wait (Days)',
	name: 'limitWait',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LIMITS.retentionDays, numberPrecision: 0 },
	default: 7,
	description:
		'How long to wait for a person. After that, the node outputs its input items unchanged, without <code>review_decision</code>.',
} satisfies INodeProperties;

const LIMIT_WAIT_RULE: NumberRule = {
	parameter: limitWaitProperty.displayName,
	min: 0.01,
	max: LIMITS.retentionDays,
	fractions: true,
};

export const reviewProperties: INodeProperties[] = [
	extractionOfItemLocator,
	reviewOutputProperty,
	separateRejectedProperty,
	limitWaitProperty,
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
export const readLimitWait = (read: ReadParameter, now: number): Date =>
	new Date(
		now + readNumber(read(limitWaitProperty.name, limitWaitProperty.default), LIMIT_WAIT_RULE) * DAY_MS,
	);

import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { notationOf } from '../../extraction/review/notation';
import type { Desk } from '../../pages/desk';
import { TEXTS, type Texts } from '../../pages/texts';
import {
	checkAdded,
	number,
	param,
	text,
	type Param,
	type Params,
	type Values,
} from '../../parameters/param';
import { isRecord, parseJson } from '../../shared/json';
import { invalid, valid, valueOf, type Checked } from '../../shared/problems';
import { joinNames, shown } from '../../shared/text';
import { HOUR_MS } from '../../shared/time';
import type { PageRun } from '../operation';

/** How to bring a person to the page of an execution that waits. */
export const linkNotice: INodeProperties = {
	displayName:
		'The page is at <code>{{ $execution.resumeUrl }}</code>. Send the whole link with a node before this one, such as Gmail or Slack. Anyone with the link can decide.',
	name: 'linkNotice',
	type: 'notice',
	default: '',
};

/** How long to wait for a person, in milliseconds. The user sees hours, of which an expression may give a part. */
export const personWait = (hours: number, longest: number, description: string): Param<number> =>
	number({
		displayName: 'Maximum Wait (Hours)',
		name: 'maximumWaitHours',
		min: 0.001,
		max: longest,
		fractions: true,
		unit: HOUR_MS,
		typeOptions: { minValue: 1, maxValue: longest, numberPrecision: 0 },
		default: hours,
		description,
	});

/** A JSON object with some of the texts. */
function checkTexts(given: unknown): Checked<Texts> {
	if (given === '' || given === undefined) return valid({});
	const json = typeof given === 'string' ? parseJson(given) : valid(given);
	if (!json.ok) return json;
	if (!isRecord(json.value)) return invalid({ text: `${shown(json.value)} is not an object with texts` });
	const wrong = Object.entries(json.value).filter(
		([key, value]) => !Object.hasOwn(TEXTS, key) || typeof value !== 'string',
	);
	if (wrong.length === 0) return valid(json.value as Texts);
	const names = joinNames(wrong.map(([key]) => key));
	return invalid({ text: `The pages have no such text, or it is not a text: ${names}` });
}

/** The options of every page. @param title that of the page if it has no other */
export const pageOptions = (title: string) => ({
	introduction: text({
		displayName: 'Introduction',
		name: 'introduction',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
		description: 'Text below the title of the page, such as where the documents come from',
	}),
	texts: param<Texts>(
		{
			displayName: 'Texts (JSON)',
			name: 'texts',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "lang": "de", "accept": "Annehmen", "reject": "Ablehnen" }',
			description:
				'Other words for the page, for example in another language, and the code of that language. <a href="https://www.npmjs.com/package/n8n-nodes-document-data-extraction" target="_blank">The documentation</a> lists them.',
		},
		checkTexts,
	),
	title: text({
		displayName: 'Page Title',
		name: 'pageTitle',
		default: title,
		description: 'The heading of the page',
	}),
});

/** The options of a parked node, read at its page. @throws InputProblems */
export const parkedOptions = <O extends Params>(context: IWebhookFunctions, options: O): Values<O> =>
	valueOf(checkAdded(options, context.getNodeParameter('options', {}) as IDataObject));

/** The options of a page, as far as every page has them. */
export type PageSetting = Pick<Desk, 'title' | 'introduction' | 'texts'>;

/** What a page is made with. */
export function deskOf<S extends PageSetting>({ context, query }: PageRun, setting: S): Desk & S {
	// n8n's own link has it.
	const signature = query.get('signature');
	const { headers } = context.getRequestObject();
	return {
		...setting,
		notation: notationOf(headers['accept-language']),
		timeZone: context.getTimezone(),
		url: signature === undefined ? '?' : `?signature=${encodeURIComponent(signature)}&`,
		hasDocuments: true,
	};
}

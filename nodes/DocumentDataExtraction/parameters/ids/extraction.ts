import type { IExecuteFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { isExtractionId } from '../../api/identifiers';
import { isRecord } from '../../shared/json';
import { invalid, valid, type Problem } from '../../shared/problems';
import { shown } from '../../shared/text';
import { param, shownAs, choice, ifAdded, type Param } from '../param';
import type { Scope } from '../../api/endpoints/extractions';

/** What looks like the ID of an extraction. Its length is fixed, so that no search for it goes back and forth. */
const UUID_PATTERN = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

const FAR = '{0,500}';

/**
 * Finds the extraction's ID in an address of the dashboard or the API: what follows the last "extraction(s)/" or "extraction_id=", else
 * the last segment of the path that is followed by a UUID, else the first UUID. n8n and its editor use the expression too: its spans are
 * bounded, because a long text would block them otherwise.
 */
const IN_URL = `^(?:.${FAR}extractions?(?:_id)?[/=]|[^?#]${FAR}/)?.${FAR}?(${UUID_PATTERN})`;

/** Matches a text that contains an ID. n8n and its editor want an expression that matches the whole text. */
const HAS_ID = `^.{0,1000}?${UUID_PATTERN}[\\s\\S]*`;

const EXAMPLE_ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

const LOOKS_LIKE = `An ID looks like ${EXAMPLE_ID}`;

/** Which extraction an operation uses: selected from a list, by a pasted URL that contains its ID, or by the ID. */
export const extractionLocator: INodeProperties = {
	displayName: 'Extraction',
	name: 'extractionId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The extraction to use',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an extraction…',
			typeOptions: { searchListMethod: 'searchExtractions', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: `e.g. https://app.example.com/extractions/${EXAMPLE_ID}`,
			hint: 'Any URL that contains the ID of the extraction',
			extractValue: { type: 'regex', regex: IN_URL },
			validation: [
				{
					type: 'regex',
					properties: { regex: HAS_ID, errorMessage: 'The URL contains no extraction ID' },
				},
			],
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: `e.g. ${EXAMPLE_ID}`,
			validation: [
				{
					type: 'regex',
					properties: {
						regex: `^\\s*${UUID_PATTERN}\\s*$`,
						errorMessage: `This is not an extraction ID. ${LOOKS_LIKE}.`,
					},
				},
			],
		},
	],
};

/** The mode and the text of a locator. An expression may also give the ID alone. */
function held(parameter: unknown): { mode?: unknown; text: string } {
	const { mode, value } = isRecord(parameter) ? parameter : { mode: 'id', value: parameter };
	return { mode, text: String(value ?? '').trim() };
}

/** The ID that a locator's parameter holds, in lower case; undefined when there is none. */
export function findExtractionId(parameter: unknown): string | undefined {
	const { mode, text } = held(parameter);
	const id = mode === 'url' ? new RegExp(IN_URL).exec(text)?.[1] : text;
	return id !== undefined && isExtractionId(id) ? id.toLowerCase() : undefined;
}

/** What is wrong with a locator that holds no ID. */
function locatorProblem(parameter: unknown): Problem {
	const { text } = held(parameter);
	if (text === '') return { text: 'No extraction selected. Select one, or enter its ID' };
	// Without the part after a `?`: a pasted URL may be a signed one.
	const [address] = text.slice(0, 1000).split(/[?#]/);
	return { text: `${shown(address)} is not an extraction ID. ${LOOKS_LIKE}, also in a URL` };
}

/** The ID of an extraction, in lower case. It is a UUID, so that nothing else can become part of an address. */
export const extractionOf = (look: Partial<INodeProperties>): Param<string> =>
	param({ ...extractionLocator, ...look }, (parameter) => {
		const id = findExtractionId(parameter);
		return id === undefined ? invalid(locatorProblem(parameter)) : valid(id);
	});

/** The extraction that an operation is about. */
export const extractionId = extractionOf({});

/** For operations that mostly follow another one, whose output names the extraction. n8n takes no expression in From List. */
export const extractionIdOfItem = shownAs(extractionId, {
	default: { mode: 'id', value: '={{ $json.extraction_id }}' },
});

/** The ID that a locator holds, or what it holds instead; undefined if it is empty. */
const heldId = (parameter: unknown): string | undefined =>
	findExtractionId(parameter) ?? (held(parameter).text || undefined);

/** What an item's parameter names as its extraction. Only `extractionId` says whether it is an ID. */
export const namedExtraction = (context: IExecuteFunctions, itemIndex: number): string | undefined =>
	heldId(context.getNodeParameter(extractionLocator.name, itemIndex, ''));

/** The same at the page of a parked execution, where n8n itself reads parameters for the first item only. */
export function parkedExtraction(context: IWebhookFunctions, itemIndex: number): string | undefined {
	const evaluated = (value: unknown): unknown =>
		typeof value === 'string' && value.startsWith('=')
			? context.evaluateExpression(value.slice(1), itemIndex)
			: value;
	const parameter = evaluated(context.getNode().parameters[extractionLocator.name]);
	const locator = isRecord(parameter) ? { ...parameter, value: evaluated(parameter.value) } : parameter;
	return heldId(locator);
}

/** Whose extractions an operation sees ("The `scope` parameter"). If it is not added, the service decides. */
export const scope = ifAdded<Scope>(
	choice({
		displayName: 'Owner',
		name: 'scope',
		of: {
			own: ['Me', 'Only your own extractions'],
			team: ['My Team (Admins Only)', 'The extractions of all team members'],
		},
		default: 'own',
		description: 'Whose extractions to include. If you do not add this, team admins see their whole team.',
	}),
);

/** How the extractions were submitted. */
export const submissionMethod = ifAdded(
	choice({
		displayName: 'Submission Method',
		name: 'submissionMethod',
		of: {
			api: ['API', 'Submitted by workflows and other programs'],
			web_app: ['Dashboard', 'Submitted in the dashboard'],
		},
		default: 'api',
		description: 'Only extractions that were submitted this way',
	}),
);

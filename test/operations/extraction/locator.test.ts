import type { INodeProperties } from 'n8n-workflow';
import {
	extractionLocator,
	findExtractionId,
} from '../../../nodes/DocumentDataExtraction/parameters/ids/extraction';
import { PROPERTIES } from '../../../nodes/DocumentDataExtraction/resources';

const ID = '3b9aca00-1111-4222-8333-444455556666';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** The operations with `extractionIdOfItem`: they mostly follow another one. All others have `extractionId`. */
const GO_ON_WITH_ONE = [
	'askInForm',
	'downloadOutput',
	'getQuestions',
	'getRows',
	'getStatus',
	'submit',
	'wait',
];

describe('The parameter Extraction', () => {
	const locators = PROPERTIES.filter(({ type }) => type === 'resourceLocator');

	const beginning = ({ default: by }: INodeProperties) => by as { mode: string; value: string };

	it('offers From List first in every operation, and begins with it unless an expression names the extraction', () => {
		for (const { modes } of locators)
			expect(modes?.map(({ displayName }) => displayName)).toEqual(['From List', 'By URL', 'By ID']);
		const picked = locators.filter((locator) => beginning(locator).value === '');
		expect(picked.map(beginning)).toEqual(picked.map(() => ({ mode: 'list', value: '' })));
		expect(picked.length).toBeGreaterThan(3);
	});

	it('takes the extraction of the item before in the operations that go on with one', () => {
		const following = locators.filter((locator) => beginning(locator).value !== '');
		const operations = following.flatMap(({ displayOptions }) => displayOptions?.show?.operation);
		expect([...new Set(operations)].sort()).toEqual(GO_ON_WITH_ONE);
		for (const locator of following)
			expect(beginning(locator)).toEqual({ mode: 'id', value: '={{ $json.extraction_id }}' });
	});
});

describe('The ID in a pasted URL', () => {
	const GOOD = [
		['of the dashboard', `https://app.example.com/extractions/${ID}`],
		['with a query and a fragment', `https://app.example.com/extractions/${ID}?tab=rows#row-5`],
		['of the API', `https://api.example.com/v1/extractions/${ID}/results?limit=5`],
		['with the ID of a team before it', `https://app.example.com/teams/${OTHER}/extractions/${ID}`],
		['with another ID after it', `https://app.example.com/extractions/${ID}?team=${OTHER}`],
		['with another ID after it in the path', `https://app.example.com/extraction/${ID}/files/${OTHER}`],
		['with the ID in the query', `https://app.example.com/teams/${OTHER}/view?extraction_id=${ID}`],
		['with other words', `https://app.example.com/teams/${OTHER}/tasks/${ID}`],
		['with other words and a query', `https://app.example.com/tasks/${ID}?user=${OTHER}`],
		['in capitals', `https://app.example.com/EXTRACTIONS/${ID.toUpperCase()}`],
		['without an address', ID],
	];

	it.each(GOOD)('is found in one %s', (_what, value) => {
		expect(findExtractionId({ __rl: true, mode: 'url', value })).toBe(ID);
	});

	it.each(GOOD)('is the one group that the editor and n8n take from one %s', (_what, value) => {
		const mode = extractionLocator.modes?.find(({ name }) => name === 'url');
		const { regex } = mode?.extractValue as { regex: string };
		const groups = new RegExp(regex).exec(value!);
		expect(groups).toHaveLength(2);
		expect(groups?.[1]?.toLowerCase()).toBe(ID);
	});

	it.each(['https://app.example.com/extractions', `https://app.example.com/${ID.slice(1)}`, ''])(
		'is not made up for %j',
		(value) => expect(findExtractionId({ __rl: true, mode: 'url', value })).toBeUndefined(),
	);
});

describe('The ID of an expression', () => {
	it('may stand alone, with spaces around it', () => expect(findExtractionId(` ${ID}\n`)).toBe(ID));

	it.each([`${ID}/../..`, `${ID}?scope=team`, `x${ID}`, '..', null, 5, {}])(
		'an expression that gives %j is no extraction ID',
		(value) => expect(findExtractionId(value)).toBeUndefined(),
	);
});

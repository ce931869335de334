import type { INodeParameters } from 'n8n-workflow';
import { byId, byUrl, UNKNOWN_ID, type OperationFixture } from '../fixtures/operationFixture';

/** What a test calls for the operation it tests, with the parameters that the operation needs. */
type Rule = (operation: OperationFixture, parameters?: INodeParameters) => Promise<void>;

// As expressions: the editor refuses fixed values already.
const WRONG_IDS: Array<[string, object, RegExp]> = [
	['nothing', byId('={{ "" }}'), /^Extraction: No extraction selected/],
	['a missing field', byId('={{ $json.nothing }}'), /^Extraction: No extraction selected/],
	['text', byId('=march'), /^Extraction: "march" is not an extraction ID/],
	['a dot', byId('=.'), /^Extraction: "\." is not an extraction ID/],
	['two dots', byId('=..'), /^Extraction: "\.\." is not an extraction ID/],
	['a path', byId(`=${UNKNOWN_ID}/cancel`), /is not an extraction ID/],
	[
		'a URL without an ID',
		byUrl('=https://app.example.com/extractions?k=1'),
		/extractions" is not an extraction ID\. .*, also in a URL$/,
	],
];

const refusesId =
	(extractionId: object, message: RegExp): Rule =>
	async (operation, parameters) => {
		const run = await operation.run({ ...parameters, extractionId } as INodeParameters);
		expect(run.error?.message).toMatch(message);
		expect(run.error?.message).not.toContain('k=1');
		expect(operation.asked()).toEqual([]);
	};

const saysThatNothingIsThere: Rule = async (operation, parameters) => {
	const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
	expect(run.error?.message).toMatch(/^The extraction was not found/);
	expect(run.error?.description).toMatch(
		new RegExp(`Check the extraction ID.* Extraction ID: ${UNKNOWN_ID}\\. \\(EXTRACTION_NOT_FOUND\\)`),
	);
	expect(run.error?.context).toMatchObject({ extraction_id: UNKNOWN_ID });
};

const withScope = (parameters: INodeParameters | undefined, scope: string): INodeParameters => ({
	...parameters,
	extractionId: byId(UNKNOWN_ID),
	options: { ...(parameters?.options as INodeParameters | undefined), scope },
});

const sendsScopeOnlyIfSet: Rule = async (operation, parameters) => {
	await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
	expect(operation.control.requests()[0]?.query ?? {}).not.toHaveProperty('scope');
	const run = await operation.run(withScope(parameters, 'team'));
	expect(operation.control.requests()[1]?.query).toMatchObject({ scope: 'team' });
	expect(run.error?.message).toMatch(/^Only team admins can use the extractions of the team/);
	expect(run.error?.description).toMatch(/Set the option Owner to Me.*\(FORBIDDEN\)/);
};

const refusesAnotherScope: Rule = async (operation, parameters) => {
	const run = await operation.run(withScope(parameters, '=all'));
	expect(run.error?.message).toBe('Owner: "all" is not valid. Use one of: own, team');
	expect(operation.asked()).toEqual([]);
};

const KEY_TROUBLES: Array<[string, RegExp]> = [
	['UNAUTHENTICATED', /key is missing or wrong/],
	['API_KEY_EXPIRED', /key has expired/],
	['API_KEY_REVOKED', /key was revoked/],
];

const namesKeyTrouble =
	(code: string, message: RegExp): Rule =>
	async (operation, parameters) => {
		operation.control.addFault({ endpoint: '*', kind: 'error', code });
		const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(/credential/);
	};

const goesOnWithOtherItems: Rule = async (operation, parameters) => {
	const run = await operation.run(
		{ ...parameters, extractionId: byId('={{ $json.id }}') },
		{ input: [{ json: { id: '..' } }, { json: { id: UNKNOWN_ID } }], onError: 'continueErrorOutput' },
	);
	const failed = [...run.items, ...run.secondOutput].filter(({ json }) => json.error !== undefined);
	expect(failed.map(({ json, pairedItem }) => [(json.error as { code: string }).code, pairedItem])).toEqual([
		['INVALID_PARAMETERS', { item: 0 }],
		['EXTRACTION_NOT_FOUND', { item: 1 }],
	]);
	expect(failed[1]?.json).toMatchObject({
		message: expect.stringMatching(/^Item 2: .*not found/),
		error: { retryable: false, next_step: expect.stringMatching(/Check the extraction ID/) },
	});
};

/** What the contract and the node promise of every operation on one extraction: `[title, test]`. */
export const COMMON_RULES: Array<[string, Rule]> = [
	...WRONG_IDS.map(([what, id, message]): [string, Rule] => [
		`refuses ${what} as an ID and sends nothing`,
		refusesId(id, message),
	]),
	['says that the extraction does not exist', saysThatNothingIsThere],
	['leaves the scope out unless it is set, and says who may use Team', sendsScopeOnlyIfSet],
	['refuses a scope that is neither Own nor Team', refusesAnotherScope],
	...KEY_TROUBLES.map(([code, message]): [string, Rule] => [
		`names the trouble with the key for ${code}`,
		namesKeyTrouble(code, message),
	]),
	['goes on with the other items when it continues on fail', goesOnWithOtherItems],
];

import type { INodeParameters } from 'n8n-workflow';
import { byId, byUrl, UNKNOWN_ID, type OperationFixture } from '../fixtures/operationFixture';

/** What the contract and the node promise of every operation on one extraction, tested for one of them. */
export function describeExtractionRules(operation: OperationFixture, parameters: INodeParameters = {}): void {
	describe('as an operation on one extraction', () => {
		// As expressions: fixed values are refused by the editor already.
		it.each([
			['nothing', byId('={{ "" }}'), /^Extraction: No extraction is given/],
			['a missing field', byId('={{ $json.nothing }}'), /^Extraction: No extraction is given/],
			['text', byId('=march'), /^Extraction: "march" is not an extraction ID/],
			['a dot', byId('=.'), /^Extraction: "\." is not an extraction ID/],
			['two dots', byId('=..'), /^Extraction: "\.\." is not an extraction ID/],
			['a path', byId(`=${UNKNOWN_ID}/cancel`), /is not an extraction ID/],
			['a URL without an ID', byUrl('=https://app.example.com/extractions?k=1'), /contains no extraction ID/],
		])('refuses %s as an ID and sends nothing', async (_what, extractionId, message) => {
			const run = await operation.run({ ...parameters, extractionId });
			expect(run.error?.message).toMatch(message);
			expect(run.error?.message).toMatch(/\[item 0\]$/);
			expect(run.error?.message).not.toContain('k=1');
			expect(operation.asked()).toEqual([]);
		});

		it('says that the extraction does not exist', async () => {
			const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
			expect(run.error?.message).toMatch(/^The extraction was not found/);
			expect(run.error?.description).toMatch(/Check the extraction ID.*\(EXTRACTION_NOT_FOUND\)/);
		});

		it('leaves the scope out unless it is set, and says who may use Team', async () => {
			await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
			expect(operation.control.requests()[0]?.query ?? {}).not.toHaveProperty('scope');
			const options = { ...(parameters.options as INodeParameters | undefined), scope: 'team' };
			const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID), options });
			expect(operation.control.requests()[1]?.query).toMatchObject({ scope: 'team' });
			expect(run.error?.message).toMatch(/^Only team admins can use the scope Team/);
			expect(run.error?.description).toMatch(/Set the option Scope to Own.*\(FORBIDDEN\)/);
		});

		it('refuses a scope that is neither Own nor Team', async () => {
			const options = { ...(parameters.options as INodeParameters | undefined), scope: '=all' };
			const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID), options });
			expect(run.error?.message).toBe('Scope: "all" is unknown. It can be own or team [item 0]');
			expect(operation.asked()).toEqual([]);
		});

		it.each([
			['UNAUTHENTICATED', /key is missing or wrong/],
			['API_KEY_EXPIRED', /key has expired/],
			['API_KEY_REVOKED', /key was revoked/],
		])('names the trouble with the key for %s', async (code, message) => {
			operation.control.addFault({ endpoint: '*', kind: 'error', code });
			const run = await operation.run({ ...parameters, extractionId: byId(UNKNOWN_ID) });
			expect(run.error?.message).toMatch(message);
			expect(run.error?.description).toMatch(/credential/);
		});

		it('goes on with the other items when it continues on fail', async () => {
			const run = await operation.run(
				{ ...parameters, extractionId: byId('={{ $json.id }}') },
				{ input: [{ json: { id: '..' } }, { json: { id: UNKNOWN_ID } }], onError: 'continueErrorOutput' },
			);
			const failed = [...run.items, ...run.secondOutput].filter(({ json }) => json.error !== undefined);
			expect(
				failed.map(({ json, pairedItem }) => [(json.error as { code: string }).code, pairedItem]),
			).toEqual([
				['INVALID_PARAMETERS', { item: 0 }],
				['EXTRACTION_NOT_FOUND', { item: 1 }],
			]);
			expect(failed[1]?.json).toMatchObject({
				message: expect.stringMatching(/not found.* \[item 1\]$/),
				error: { retryable: false, next_step: expect.stringMatching(/Check the extraction ID/) },
			});
		});
	});
}

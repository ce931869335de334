import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { NODE_TYPE } from '../../support/names';

describe('Credit: Get Balance', () => {
	let node: NodeFixture;
	beforeAll(async () => {
		node = await startNode();
	});
	afterAll(async () => await node.close());

	const getBalance = async (onError?: 'continueRegularOutput') =>
		await node.engine.runNode({
			type: NODE_TYPE,
			parameters: { resource: 'credit', operation: 'getBalance' },
			input: [{ json: {} }],
			onError,
		});

	it('tells the credits in total, reserved and available', async () => {
		node.sandbox.control.setCredits({ balance: 120, reserved: 20 });
		const run = await getBalance();
		expect(run.items).toEqual([
			{
				json: { credits_balance: 120, credits_reserved: 20, credits_available: 100 },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('names what is wrong with the key and where to mend it', async () => {
		node.sandbox.control.addFault({
			endpoint: 'GET /credits/balance',
			kind: 'error',
			code: 'API_KEY_EXPIRED',
		});
		const run = await getBalance();
		expect(run.error?.message).toMatch(/API key has expired/);
		expect(run.error?.description).toMatch(/Create a new API key/);
	});

	it('hands out the failed item when it continues on fail', async () => {
		node.sandbox.control.addFault({
			endpoint: 'GET /credits/balance',
			kind: 'error',
			code: 'API_KEY_REVOKED',
		});
		const run = await getBalance('continueRegularOutput');
		expect(run.items[0]?.json).toMatchObject({
			message: expect.stringMatching(/revoked/),
			error: { code: 'API_KEY_REVOKED', retryable: false, next_step: expect.stringMatching(/new API key/) },
		});
		expect(run.items[0]?.pairedItem).toEqual({ item: 0 });
	});
});

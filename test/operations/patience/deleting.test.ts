import { byId, startOperation, UNKNOWN_ID } from '../../support/fixtures/operationFixture';
import { DELETE } from '../../support/endpoints';

describe('deleting what is not there', () => {
	const operation = startOperation('delete');
	const remove = async () => await operation.run({ extractionId: byId(UNKNOWN_ID) });

	it('is no success after a rate limit: nobody has deleted it', async () => {
		operation.control.addFault({ endpoint: DELETE, kind: 'rate_limited', retryAfterSeconds: 1 });
		const run = await remove();
		expect(run.error?.message).toMatch(/^The extraction was not found/);
		expect(operation.asked()).toEqual([DELETE, DELETE]);
	});

	it('may be one after a failure of the service half-way', async () => {
		operation.control.addFault({ endpoint: DELETE, kind: 'html' });
		expect((await remove()).items[0]?.json).toEqual({ deleted: true });
		expect(operation.asked()).toEqual([DELETE, DELETE]);
	});
});

import { stateJson } from '../../../nodes/DocumentDataExtraction/trigger/state';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

describe('those dealt with', () => {
	it('count as well: the state stays within its bytes', async () => {
		const machine = new MachineFixture({ stateBytes: 1_500, pageSize: 20 });
		await machine.poll();
		for (let count = 0; count < 100; count++) machine.service.end(machine.service.create(), 'completed');
		for (let poll = 0; poll < 5; poll++) {
			await machine.poll();
			expect(JSON.stringify(stateJson(machine.state!)).length).toBeLessThanOrEqual(1_500);
		}
	});
});

import { rateGate } from '../../../../nodes/DocumentDataExtraction/api/rate/services';

const SERVICE = 'https://api.example.com/v1';

describe('the gates of a process', () => {
	it('are shared by all who use the same key at the same service', () => {
		expect(rateGate('list', SERVICE, 'key')).toBe(rateGate('list', SERVICE, 'key'));
		expect(rateGate('list', SERVICE, 'key')).not.toBe(rateGate('list', SERVICE, 'other'));
		expect(rateGate('list', SERVICE, 'key')).not.toBe(rateGate('details', SERVICE, 'key'));
		expect(rateGate('list', SERVICE, 'key')).not.toBe(
			rateGate('list', 'https://other.example.com/v1', 'key'),
		);
	});
});

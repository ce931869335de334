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

	it('let pick lists have a third of a class at most', async () => {
		const gate = rateGate('list', SERVICE, 'searching');
		const turns = await Promise.all(
			Array.from({ length: 60 }, async () => await gate.enter({ from: 'editor', longestMs: 5000 })),
		);
		expect(turns.filter(Boolean)).toHaveLength(20);
	});
});

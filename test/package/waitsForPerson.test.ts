import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';

const WAITING = RESOURCES.flatMap(({ operations }) => operations).filter(({ webhook }) => webhook);

describe('An operation that waits for a person', () => {
	it('is Review in a Form or Ask in a Form', () =>
		expect(WAITING.map(({ name }) => name)).toEqual(['Review in a Form', 'Ask in a Form']));

	it.each(WAITING)(
		'says first that the link has to be sent, and has the same wait: $name',
		({ properties }) => {
			expect(properties[0]).toMatchObject({
				type: 'notice',
				displayName: expect.stringContaining('{{ $execution.resumeUrl }}'),
			});
			const waits = properties.filter(({ displayName }) => /wait/i.test(displayName));
			expect(waits).toMatchObject([{ displayName: 'Maximum Wait (Hours)', name: 'maximumWaitHours' }]);
		},
	);
});

import { explain } from '../../../nodes/DocumentDataExtraction/shared/attempt';

const failing = async (): Promise<never> => {
	throw new Error('broken');
};

describe('explaining a failure', () => {
	it('leaves what succeeded as it is', async () =>
		expect(await explain(async () => 'done', failing)).toBe('done'));

	it('throws what the failure was changed into, also where that takes time', async () => {
		const change = async (error: unknown) => await Promise.resolve(`explained: ${String(error)}`);
		await expect(explain(failing, change)).rejects.toBe('explained: Error: broken');
	});

	it('throws the failure of the change itself', async () =>
		await expect(explain(failing, async () => await Promise.reject(new Error('worse')))).rejects.toThrow(
			'worse',
		));
});

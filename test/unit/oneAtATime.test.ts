import { oneAtATime } from '../../nodes/DocumentDataExtraction/shared/attempt';

describe('oneAtATime', () => {
	it('runs the work of a key in its order, also after a failure, and other keys beside it', async () => {
		const inTurn = oneAtATime();
		const seen: string[] = [];
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const work = (name: string, until?: Promise<void>) => async () => {
			seen.push(`${name} begins`);
			await until;
			seen.push(`${name} ends`);
			if (name === 'first') throw new Error('failed');
			return name;
		};
		const first = inTurn('a', work('first', held));
		const second = inTurn('a', work('second'));
		expect(await inTurn('b', work('other'))).toBe('other');
		expect(seen).toEqual(['first begins', 'other begins', 'other ends']);
		release();
		await expect(first).rejects.toThrow('failed');
		expect(await second).toBe('second');
		expect(seen.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
	});
});

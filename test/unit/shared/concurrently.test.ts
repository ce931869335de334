import fc from 'fast-check';
import { concurrently } from '../../../nodes/DocumentDataExtraction/shared/attempt';

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe('working concurrently', () => {
	it('does the work for every item once, in their order, at most so many at once', async () =>
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }),
				fc.integer({ min: 1, max: 5 }),
				async (turns, limit) => {
					const started: number[] = [];
					let underWay = 0;
					let most = 0;
					await concurrently(
						turns.map((_, index) => index),
						limit,
						async (index) => {
							started.push(index);
							most = Math.max(most, ++underWay);
							for (let turn = 0; turn < (turns[index] as number); turn++) await Promise.resolve();
							underWay--;
						},
					);
					expect(started).toEqual(turns.map((_, index) => index));
					expect(most).toBeLessThanOrEqual(limit);
					expect(underWay).toBe(0);
				},
			),
		));

	it('works on as many at once as it may', async () => {
		const waiting: Array<() => void> = [];
		const work = concurrently(
			[1, 2, 3, 4],
			3,
			async () => await new Promise<void>((done) => waiting.push(done)),
		);
		expect(waiting).toHaveLength(3);
		waiting.forEach((done) => done());
		await settle();
		expect(waiting).toHaveLength(4);
		waiting.at(-1)?.();
		await work;
	});

	it('throws the failure of a single item', async () => {
		const failure = new Error('It broke');
		await expect(
			concurrently([1, 2], 2, async (item) => {
				if (item === 1) throw failure;
			}),
		).rejects.toBe(failure);
	});

	it('starts nothing new after a failure, waits for what is under way, and throws the first one', async () => {
		const started: number[] = [];
		const ended: number[] = [];
		let letGo = (): void => undefined;
		const held = new Promise<void>((resolve) => (letGo = resolve));
		const work = concurrently([1, 2, 3, 4], 2, async (item) => {
			started.push(item);
			if (item === 1) {
				await held;
				ended.push(item);
				throw new Error('second');
			}
			throw new Error('first');
		});
		const outcome = work.then(
			() => 'done',
			(error: Error) => error.message,
		);
		await settle();
		expect(ended).toEqual([]);
		letGo();
		expect(await outcome).toBe('first');
		expect(started).toEqual([1, 2]);
		expect(ended).toEqual([1]);
	});
});

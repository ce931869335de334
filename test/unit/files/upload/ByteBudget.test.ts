import fc from 'fast-check';
import { ByteBudget } from '../../../../nodes/DocumentDataExtraction/files/upload/ByteBudget';

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe('the byte budget', () => {
	it('is never exceeded, serves all in their order, and leaves nobody waiting while there is room', async () =>
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 30 }),
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 4 }),
				fc.infiniteStream(fc.nat()),
				async (sizes, maxBytes, maxTransfers, choices) => {
					const budget = new ByteBudget(maxBytes, maxTransfers);
					const underWay: Array<{ bytes: number; giveBack(): void }> = [];
					const started: number[] = [];
					sizes.forEach((bytes, index) => {
						void budget.take(bytes).then((giveBack) => {
							started.push(index);
							underWay.push({ bytes, giveBack });
						});
					});
					for (let ended = 0; ended < sizes.length; ended++) {
						await settle();
						const inUse = underWay.reduce((sum, { bytes }) => sum + bytes, 0);
						expect(underWay.length).toBeLessThanOrEqual(maxTransfers);
						expect(inUse <= maxBytes || underWay.length === 1).toBe(true);
						const next = sizes[started.length];
						if (next !== undefined)
							expect(underWay.length === maxTransfers || inUse + next > maxBytes).toBe(true);
						const [transfer] = underWay.splice((choices.next().value as number) % underWay.length, 1);
						transfer?.giveBack();
					}
					expect(started).toEqual(sizes.map((_, index) => index));
				},
			),
		));

	it('lets nobody overtake a large transfer that waits', async () => {
		const budget = new ByteBudget(10, 5);
		const first = await budget.take(6);
		const order: string[] = [];
		void budget.take(8).then(() => order.push('large'));
		void budget.take(1).then(() => order.push('small'));
		await settle();
		expect(order).toEqual([]);
		first();
		await settle();
		expect(order).toEqual(['large', 'small']);
	});

	it('takes room back once, however often it is given back', async () => {
		const budget = new ByteBudget(10, 1);
		const giveBack = await budget.take(10);
		const order: number[] = [];
		void budget.take(1).then(() => order.push(1));
		void budget.take(1).then(() => order.push(2));
		giveBack();
		giveBack();
		await settle();
		expect(order).toEqual([1]);
	});
});

import fc from 'fast-check';
import { Line, Room } from '../../../nodes/DocumentDataExtraction/shared/Line';

const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe('the room', () => {
	it('is never exceeded, serves all in their order, and leaves nobody waiting while there is room', async () =>
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 30 }),
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 4 }),
				fc.infiniteStream(fc.nat()),
				async (sizes, maxBytes, maxTransfers, choices) => {
					const room = new Room(maxBytes, maxTransfers);
					const underWay: Array<{ bytes: number; giveBack(): void }> = [];
					const started: number[] = [];
					sizes.forEach((bytes, index) => {
						void room.enter(bytes).then((giveBack) => {
							started.push(index);
							if (giveBack) underWay.push({ bytes, giveBack });
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
		const room = new Room(10, 5);
		const first = await room.enter(6);
		const order: string[] = [];
		void room.enter(8).then(() => order.push('large'));
		void room.enter(1).then(() => order.push('small'));
		await settle();
		expect(order).toEqual([]);
		first?.();
		await settle();
		expect(order).toEqual(['large', 'small']);
	});

	it('takes room back once, however often it is given back', async () => {
		const room = new Room(10, 1);
		const giveBack = await room.enter(10);
		const order: number[] = [];
		void room.enter(1).then(() => order.push(1));
		void room.enter(1).then(() => order.push(2));
		giveBack?.();
		giveBack?.();
		await settle();
		expect(order).toEqual([1]);
	});

	it('sends away those who wait, and nobody else', async () => {
		const room = new Room(10, 5);
		const first = await room.enter(6);
		const waiting = [room.enter(8), room.enter(1)];
		room.turnAway();
		expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
		expect(room.bytes).toBe(6);
		first?.();
		expect(await room.enter(10)).toBeDefined();
	});
});

describe('a waiting line', () => {
	/** A line before a number of places. */
	class Places extends Line<string, string> {
		constructor(public free: number) {
			super();
		}

		protected fits(): boolean {
			return this.free > 0;
		}

		protected admit(name: string): string {
			this.free--;
			return `turn of ${name}`;
		}
	}

	it('gives a turn at once if there is one, and otherwise as soon as it moves on', async () => {
		const line = new Places(1);
		expect(await line.enter('a')).toBe('turn of a');
		const order: unknown[] = [];
		for (const name of ['b', 'c']) void line.enter(name).then((turn) => order.push(turn));
		line.moveOn();
		await settle();
		expect(order).toEqual([]);
		line.free = 2;
		line.moveOn();
		await settle();
		expect(order).toEqual(['turn of b', 'turn of c']);
	});

	it('goes on with the next one if the first leaves, and takes nobody in whose signal has aborted', async () => {
		const room = new Room(10);
		await room.enter(6);
		const stopping = new AbortController();
		const first = room.enter(9, stopping.signal);
		const second = room.enter(1);
		stopping.abort(new Error('stopped'));
		await expect(first).rejects.toThrow('stopped');
		await second;
		await expect(room.enter(1, stopping.signal)).rejects.toThrow('stopped');
		expect(room.bytes).toBe(7);
	});

	it('sends away whom it is told to', async () => {
		const line = new Places(0);
		const [b, c] = [line.enter('b'), line.enter('c')];
		line.turnAway((name) => name === 'b');
		expect(await b).toBeUndefined();
		line.free = 1;
		line.moveOn();
		expect(await c).toBe('turn of c');
	});
});

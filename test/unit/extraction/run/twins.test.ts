import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { outcomeOfTwin, twins } from '../../../../nodes/DocumentDataExtraction/extraction/run/twins';
import { extracted, sent } from '../../../support/extracted';

const batch = (id: string, itemIndex: number, names: string[]) => ({
	...extracted(names.map((name) => sent(name, itemIndex))).batch,
	id,
});

it('batches under one ID stand together, in the order of the first of each', () => {
	const jobs = ['b', 'a', 'b', 'c', 'a'].map((id, item) => ({ item, batch: batch(id, item, []) }));
	expect(twins(jobs).map((together) => together.map(({ item }) => item))).toEqual([[0, 2], [1, 4], [3]]);
});

it('the outcome of a twin is about its own files and items', () => {
	const first = batch('x', 0, ['a.pdf', 'b.pdf', 'locked.pdf']);
	const second = batch('x', 7, ['locked.pdf', 'b.pdf', 'a.pdf']);
	const [a, b, locked] = first.files;
	const failure = new ServiceError({
		code: 'ENCRYPTED_FILE',
		message: '',
		retryable: false,
		itemIndex: 0,
	});
	const outcome = {
		extractions: [
			{ ...extracted([a!]), batch: first },
			{ ...extracted([b!]), batch: first },
		],
		failedFiles: new Map([[locked!, failure]]),
	};
	const own = outcomeOfTwin(outcome, second);
	expect(own.extractions.map(({ files, batch: { id } }) => [id, files])).toEqual([
		['x', [second.files[2]]],
		['x', [second.files[1]]],
	]);
	expect(own.extractions.every((one) => one.batch === second)).toBe(true);
	expect([...own.failedFiles].map(([file, error]) => [file, error.failure])).toEqual([
		[second.files[0], { ...failure.failure, itemIndex: 7 }],
	]);
	expect(failure.failure.itemIndex).toBe(0);
});

import fc from 'fast-check';
import { identifierProblem } from '../../../nodes/DocumentDataExtraction/api/identifiers';
import {
	batchId,
	derivedId,
	fileIdAt,
	seriesId,
	type RunIdentity,
} from '../../../nodes/DocumentDataExtraction/extraction/ids';

const RUN: RunIdentity = {
	instanceId: 'instance',
	workflowId: 'workflow',
	executionId: '7',
	nodeId: 'node',
	runIndex: 0,
};
const REQUEST = { prompt: 'Total', files: [['a.pdf', 10]] };

const givenId = fc
	.string({ unit: fc.constantFrom(...'abcXYZ019._:-'), minLength: 1, maxLength: 200 })
	.filter((id) => identifierProblem(id) === undefined);

describe('the id of a run', () => {
	it('is the same when the same run is tried again', () => {
		expect(derivedId({ ...RUN }, 1, structuredClone(REQUEST))).toBe(derivedId(RUN, 1, REQUEST));
		expect(derivedId(RUN, 1, REQUEST)).toMatch(/^n8n-[0-9a-f]{40}$/);
	});

	it('differs with everything that makes it another run, batch or request', () => {
		const others = [
			derivedId({ ...RUN, instanceId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, workflowId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, executionId: '8' }, 1, REQUEST),
			derivedId({ ...RUN, nodeId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, runIndex: 1 }, 1, REQUEST),
			derivedId(RUN, 2, REQUEST),
			derivedId(RUN, 1, { ...REQUEST, prompt: 'Tax' }),
			derivedId(RUN, 1, REQUEST),
		];
		expect(new Set(others).size).toBe(others.length);
	});

	it('does not confuse parts that meet', () =>
		expect(derivedId({ ...RUN, workflowId: 'a', executionId: 'bc' }, 1, REQUEST)).not.toBe(
			derivedId({ ...RUN, workflowId: 'ab', executionId: 'c' }, 1, REQUEST),
		));
});

describe('ids made of a given one', () => {
	it('keep the first as it was given, and number the others', () => {
		expect(batchId('mail-1', 1)).toBe('mail-1');
		expect(batchId('mail-1', 2)).toBe('mail-1-b2');
		expect(seriesId('mail-1', 1)).toBe('mail-1');
		expect(seriesId('mail-1', 2)).toBe('mail-1-2');
		expect(seriesId(batchId('mail-1', 2), 3)).toBe('mail-1-b2-3');
	});

	it('are all different and within the contract, however long the given one is', () =>
		fc.assert(
			fc.property(givenId, (id) => {
				const ids = [1, 2, 3, 12].flatMap((batch) =>
					[1, 2, 60].map((repetition) => seriesId(batchId(id, batch), repetition)),
				);
				expect(ids.map(identifierProblem).filter((problem) => problem !== undefined)).toEqual([]);
				expect(new Set(ids).size).toBe(ids.length);
			}),
		));

	it('keep the given one whole as long as it fits', () =>
		expect(seriesId('x'.repeat(198), 2)).toBe(`${'x'.repeat(198)}-2`));

	it('stay different where long given ones differ only at their end', () => {
		const [a, b] = ['a', 'b'].map((end) => seriesId('x'.repeat(199) + end, 2));
		expect(a).not.toBe(b);
		expect(a).toHaveLength(200);
	});
});

it('names files by their place', () =>
	expect([0, 1, 5999].map(fileIdAt)).toEqual(['file-1', 'file-2', 'file-6000']));

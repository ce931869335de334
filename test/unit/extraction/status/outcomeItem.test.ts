import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { withItemIndex } from '../../../../nodes/DocumentDataExtraction/extraction/status/outcome';

const FILES = [
	{ sessionName: 'a.pdf', itemIndex: 0 },
	{ sessionName: 'b.pdf', itemIndex: 3 },
	{ sessionName: 'c.pdf', itemIndex: 3 },
];

const failure = (details?: Record<string, unknown> | null, itemIndex?: number) =>
	new ServiceError({ code: 'ENCRYPTED_FILE', message: 'Locked', retryable: false, details, itemIndex });

const itemOf = (error: unknown): number | undefined => (error as ServiceError).failure.itemIndex;

describe('the item to blame for a failed extraction', () => {
	it.each([
		['is that of the file it names', { file_names: ['b.pdf'] }, 3],
		['is that of the files it names, where they are of one', { file_names: ['b.pdf', 'c.pdf'] }, 3],
		['is that of the only name', { file_name: 'a.pdf' }, 0],
		['is none where the files are of several', { file_names: ['a.pdf', 'b.pdf'] }, undefined],
		['is none where no file is known', { file_names: ['x.pdf'] }, undefined],
		['is none where nothing is named', null, undefined],
	])('%s', (_, details, item) => expect(itemOf(withItemIndex(failure(details), FILES))).toBe(item));

	it('is the only one there is', () => {
		expect(itemOf(withItemIndex(failure(), FILES.slice(1)))).toBe(3);
	});

	it('stays what it is where it is known', () => {
		const error = failure({ file_names: ['b.pdf'] }, 7);
		expect(withItemIndex(error, FILES)).toBe(error);
	});

	it('keeps all else that the failure says', () => {
		const { failure: told } = withItemIndex(failure({ file_name: 'a.pdf' }), FILES) as ServiceError;
		expect(told).toEqual({ ...failure({ file_name: 'a.pdf' }).failure, itemIndex: 0 });
	});

	it('is nobody for what is no failure of the service', () => {
		const error = new Error('Out of memory');
		expect(withItemIndex(error, FILES.slice(1))).toBe(error);
	});
});

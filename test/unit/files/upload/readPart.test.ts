import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { readPart } from '../../../../nodes/DocumentDataExtraction/files/upload/uploadParts';
import { aFile } from '../../../support/aFile';

let closed: number;
beforeEach(() => {
	closed = 0;
});

/** A file of ten bytes, in chunks of three. */
const tenBytes = (announced = 10) =>
	aFile({
		bytes: announced,
		itemIndex: 3,
		async *read() {
			try {
				for (const chunk of ['012', '345', '678', '9']) yield Buffer.from(chunk);
			} finally {
				closed++;
			}
		},
	});

const failureOf = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(ServiceError);
	return (error as ServiceError).failure;
};

describe('reading one part of a file', () => {
	it.each([
		[1, '0123'],
		[2, '4567'],
		[3, '89'],
	])('gives exactly the bytes of part %d, and closes the file', async (partNumber, text) => {
		expect((await readPart(tenBytes(), partNumber, 4)).toString()).toBe(text);
		expect(closed).toBe(1);
	});

	it.each([2, 3])('fails with the file where the store holds too few bytes (part %d)', async (partNumber) => {
		expect(await failureOf(readPart(tenBytes(15), partNumber, 7))).toEqual({
			code: 'FILE_UNREADABLE',
			message: "It has 15 bytes, but n8n's binary store holds only 10",
			retryable: false,
			details: { file_name: 'invoice.pdf' },
			itemIndex: 3,
		});
		expect(closed).toBe(1);
	});

	it('fails with the words of the store where it cannot be read, errors of another realm included', async () => {
		const gone = Object.assign(Object.create(null) as object, { message: 'The file is gone' });
		const file = aFile({
			read: () => {
				throw gone;
			},
		});
		expect(await failureOf(readPart(file, 1, 4))).toMatchObject({
			code: 'FILE_UNREADABLE',
			message: 'The file is gone',
		});
	});
});

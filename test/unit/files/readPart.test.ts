import fc from 'fast-check';
import { isServiceError } from '../../../nodes/DocumentDataExtraction/api/ServiceError';
import type { InputFile } from '../../../nodes/DocumentDataExtraction/files/InputFile';
import { readPart } from '../../../nodes/DocumentDataExtraction/files/readPart';
import { aFile } from './aFile';

/** A file whose store hands out chunks of this size, and that tells when it is let go. */
function stored(content: Buffer, chunkSize: number, bytes = content.length) {
	const state = { chunksRead: 0, closed: false };
	async function* read(): AsyncGenerator<Buffer> {
		try {
			for (let start = 0; start < content.length; start += chunkSize) {
				state.chunksRead++;
				yield content.subarray(start, start + chunkSize);
			}
		} finally {
			state.closed = true;
		}
	}
	const file: InputFile = aFile({ bytes, read });
	return { file, state };
}

const refused = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	return isServiceError(error) ? error : undefined;
};

describe('reading one part of a file', () => {
	it('gives exactly its bytes, however the store cuts the file', async () =>
		await fc.assert(
			fc.asyncProperty(
				fc.uint8Array({ minLength: 1, maxLength: 100 }),
				fc.integer({ min: 1, max: 120 }),
				fc.integer({ min: 1, max: 40 }),
				fc.nat(),
				async (array, chunkSize, partSize, any) => {
					const content = Buffer.from(array);
					const partNumber = 1 + (any % Math.ceil(content.length / partSize));
					const { file } = stored(content, chunkSize);
					const from = (partNumber - 1) * partSize;
					expect(await readPart(file, partNumber, partSize)).toEqual(content.subarray(from, from + partSize));
				},
			),
		));

	it('reads no further than the part, and lets the file go', async () => {
		const { file, state } = stored(Buffer.alloc(100), 10);
		await readPart(file, 2, 15);
		expect(state).toEqual({ chunksRead: 3, closed: true });
	});

	it('says how many bytes there are where the store holds fewer than it says', async () => {
		const { file } = stored(Buffer.alloc(12), 5, 20);
		const error = await refused(readPart(file, 2, 10));
		expect(error?.failure).toMatchObject({
			code: 'FILE_UNREADABLE',
			itemIndex: 0,
			details: { file_name: 'invoice.pdf' },
		});
		expect(error?.message).toBe("It has 20 bytes, but n8n's binary store holds only 12");
	});

	it('calls a file that the store does not give unreadable', async () => {
		const error = await refused(readPart(aFile({ bytes: 20 }), 1, 10));
		expect(error?.code).toBe('FILE_UNREADABLE');
	});
});

import { releaseMemory } from '../../../../nodes/DocumentDataExtraction/files/input/inputFiles';

it('a buffer that is alone in its memory is left without any', () => {
	const buffer = Buffer.allocUnsafeSlow(1000);
	const memory = buffer.buffer;
	releaseMemory(buffer);
	expect(buffer).toHaveLength(0);
	expect(memory.byteLength).toBe(0);
});

it('a slice of memory that others may use keeps its bytes', () => {
	const whole = Buffer.from(new ArrayBuffer(1000)).fill(7);
	releaseMemory(whole.subarray(0, 500));
	releaseMemory(Buffer.from('small buffers share their memory'));
	expect(whole.every((byte) => byte === 7)).toBe(true);
	expect(whole).toHaveLength(1000);
});

it('an empty buffer, and one released before, are nothing to release', () => {
	const buffer = Buffer.allocUnsafeSlow(10);
	releaseMemory(buffer);
	expect(() => releaseMemory(buffer)).not.toThrow();
	expect(() => releaseMemory(Buffer.alloc(0))).not.toThrow();
});

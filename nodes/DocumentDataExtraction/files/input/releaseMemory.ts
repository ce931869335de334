const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of a buffer at once and leaves the buffer empty. Otherwise the chunks of a large file pile up until the garbage
 * collector runs, and make it run often: that took more time than the upload itself. Use it only for a buffer that nothing else refers
 * to and that no request is sending.
 *
 * It transfers the memory to a closed port: it leaves this side, and nobody receives it.
 */
export function releaseMemory({ buffer, length }: Buffer): void {
	// A smaller buffer may be a slice of memory that others use.
	if (buffer instanceof ArrayBuffer && length === buffer.byteLength) nowhere.postMessage(buffer, [buffer]);
}

const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Gives the memory of a buffer back at once, and leaves it empty. What is read of a large file would otherwise pile up until the
 * garbage collector comes, and make it come often: that took more time than the upload itself. Only for a buffer that nothing else
 * refers to, and that no request is sending.
 *
 * What is transferred to a closed port leaves this side, and nobody receives it.
 */
export function releaseMemory({ buffer, length }: Buffer): void {
	// A smaller buffer may be a slice of memory that others use.
	if (buffer instanceof ArrayBuffer && length === buffer.byteLength) nowhere.postMessage(buffer, [buffer]);
}

/** Sleeps for so long by the process's own time, which the sandbox's clock does not move. Keeps no process alive. */
export const sleep = async (ms: number): Promise<void> =>
	await new Promise((resolve) => {
		setTimeout(resolve, ms).unref();
	});

/** What Node needs to run a file of this repository, wherever it is started from: tests start parts of the benchmark too. */
export const TYPESCRIPT = ['--import', 'tsx'];

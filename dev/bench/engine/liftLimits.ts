/** The node paces itself by the contract's limits, which a service without limits does not ask for. */
export function liftLimits(): void {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiled module that the node itself uses
	const { REQUESTS_PER_MINUTE } = require('../../../dist/nodes/DocumentDataExtraction/api/limits.js') as {
		REQUESTS_PER_MINUTE: Record<string, number>;
	};
	for (const rateClass of Object.keys(REQUESTS_PER_MINUTE)) REQUESTS_PER_MINUTE[rateClass] = Infinity;
}

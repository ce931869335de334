/** What differs from run to run, and what stands for it. The first one that fits a text counts. */
const CHANGING: Array<[kind: string, pattern: RegExp]> = [
	['a URL', /^https?:\/\//],
	['a time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
	['an ID that the node made', /^n8n-[0-9a-f]{40}$/],
	['an extraction ID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
];

/** A value in which what differs from run to run is replaced by what it is, such as "a time". */
export function settled(value: unknown): unknown {
	if (typeof value === 'string') return CHANGING.find(([, pattern]) => pattern.test(value))?.[0] ?? value;
	if (Array.isArray(value)) return value.map(settled);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settled(inner)]));
}

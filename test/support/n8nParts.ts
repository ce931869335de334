import type { Readable } from 'node:stream';

/** Nothing else may be asked of a stand-in for n8n than what it has; `optional` is what not every version of n8n has. */
export const strict = <T extends object>(name: string, parts: T, optional: ReadonlySet<string>): T =>
	// Behind the object: a proxy in its place would make every use of it slow.
	Object.setPrototypeOf(
		parts,
		new Proxy(Object.prototype, {
			get(target, property) {
				if (property in target || typeof property === 'symbol' || optional.has(property))
					return Reflect.get(target, property) as unknown;
				throw new Error(`The stand-in for n8n has no ${name}.${property}`);
			},
		}),
	) as T;

export async function bytesOf(source: Buffer | Readable): Promise<Buffer> {
	if (Buffer.isBuffer(source)) return source;
	const chunks: Buffer[] = [];
	for await (const chunk of source) chunks.push(Buffer.from(chunk as Buffer));
	return Buffer.concat(chunks);
}

/** A value by its path, such as `options.maximumWait`. */
export const valueAt = (value: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

import { join } from 'node:path';
import type { StoredFile } from '../state/Sessions';
import type { World } from '../world';

/** Puts a completed file's parts together, once, when it is first read; a file of one part is that part. Returns its path. */
export function wholeFile(world: World, file: StoredFile): Promise<string> {
	return (file.whole ??= assemble(world, file));
}

async function assemble({ folder, store }: World, file: StoredFile): Promise<string> {
	const parts = [...file.parts].sort(([a], [b]) => a - b).map(([, part]) => part.path);
	if (parts.length === 1) return parts[0]!;
	const path = join(folder, `${file.objectId}-whole`);
	await store.join(parts, path);
	return path;
}

/** Deletes a file's bytes. */
export async function deleteBytes({ store }: World, file: StoredFile): Promise<void> {
	const paths = [...file.parts.values()].map((part) => part.path);
	const whole = await file.whole?.catch(() => undefined);
	if (whole) paths.push(whole);
	await Promise.all(paths.map((path) => store.remove(path)));
}

import { deleteBytes } from '../processing/wholeFile';
import type { World } from '../world';
import type { StoredFile } from './Sessions';

/** Deletes a file's bytes and has it registered anew, or with `forget` strikes it from its session. */
export async function loseFile(world: World, file: StoredFile, forget: boolean): Promise<void> {
	if (forget) world.sessions.removeFile(file);
	file.state = 'registered';
	file.completedAt = 0;
	// Struck off before the bytes are gone, so that what is uploaded meanwhile stays.
	const lost = { ...file, parts: new Map(file.parts) };
	file.parts.clear();
	delete file.whole;
	await deleteBytes(world, lost);
}

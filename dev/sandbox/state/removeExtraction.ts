import { rm } from 'node:fs/promises';
import { deleteBytes } from '../processing/wholeFile';
import type { World } from '../world';
import type { Extraction } from './extraction';

/** Removes an extraction with its outputs, and its uploaded files where no other extraction uses them. */
export async function removeExtraction(world: World, extraction: Extraction): Promise<void> {
	world.extractions.remove(extraction);
	extraction.removed = true;
	for (const wake of [...extraction.waiters]) wake();
	for (const callOff of extraction.callOff.splice(0)) callOff();
	for (const file of extraction.files) {
		file.usedBy.delete(extraction.id);
		if (file.usedBy.size > 0) continue;
		world.sessions.removeFile(file);
		await deleteBytes(world, file);
	}
	for (const written of Object.values(extraction.outputFiles)) await rm(await written, { force: true });
}

import type { Extraction } from '../state/extraction';
import type { MailAbout } from '../state/mail';
import type { World } from '../world';

/** Sends an email: notes that it was sent. */
export function mail(world: World, extraction: Extraction, about: MailAbout): void {
	world.mails.push({
		at: new Date(world.clock.now()).toISOString(),
		to: extraction.account.email,
		about,
		extraction_id: extraction.id,
		task_name: extraction.taskName,
	});
}

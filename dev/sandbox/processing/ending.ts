import { mail } from './mails';
import type { Extraction } from '../state/extraction';
import type { World } from '../world';

/** Sets a status, calls off what the old one had pending and wakes the requests held for it. */
export function setStatus(extraction: Extraction, status: string): void {
	extraction.status = status;
	for (const callOff of extraction.callOff.splice(0)) callOff();
	if (status === 'processing') return;
	for (const wake of [...extraction.waiters]) wake();
}

/** Gives reserved credits back and charges `amount`. */
function settle(world: World, extraction: Extraction, amount: number): void {
	extraction.account.reserved -= extraction.reserved;
	extraction.reserved = 0;
	if (amount <= 0) return;
	extraction.account.balance -= amount;
	extraction.charges.push({ credits: amount, at: new Date(world.clock.now()).toISOString() });
}

/** Ends an extraction: credits are settled, requests held for it are answered, and its owner is emailed where that was asked for. */
export function end(
	world: World,
	extraction: Extraction,
	status: 'completed' | 'failed' | 'cancelled',
	amount: number,
): void {
	settle(world, extraction, amount);
	setStatus(extraction, status);
	if (extraction.options.send_completion_email && !extraction.refused) mail(world, extraction, status);
}

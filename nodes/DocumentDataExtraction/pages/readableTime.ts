/** Such as `3 May 2026 at 14:30 (Europe/Berlin)`; the text itself when it is no time. */
export function readableTime(time: string, timeZone: string): string {
	const date = new Date(time);
	if (Number.isNaN(date.getTime())) return time;
	const shown = date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
	return `${shown} (${timeZone})`;
}

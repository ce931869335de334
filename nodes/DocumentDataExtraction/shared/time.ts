export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds on a measure that nobody can set back, unlike the time of day. */
export const steadyNow = (): number => performance.now();

/** Milliseconds of a time of the service, NaN if it is none. One without a zone is UTC, whatever zone n8n runs in. */
export const timeOf = (time: string): number =>
	Date.parse(/\dT[\d:.,]+$/.test(time.trim()) ? `${time.trim()}Z` : time);

/** A time for people, such as `Sunday, May 3, 2026 at 14:30 (Europe/Berlin)`; the text itself if it is not a time. */
export function readableTime(time: string, timeZone: string): string {
	const date = new Date(timeOf(time));
	if (Number.isNaN(date.getTime())) return time;
	const shown = date.toLocaleString('en-US', {
		dateStyle: 'full',
		timeStyle: 'short',
		hourCycle: 'h23',
		timeZone,
	});
	return `${shown} (${timeZone})`;
}

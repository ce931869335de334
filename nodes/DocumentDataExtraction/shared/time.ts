export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds on a measure that nobody can set back, unlike the time of day. */
export const steadyNow = (): number => performance.now();

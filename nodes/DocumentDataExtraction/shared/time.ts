export const MINUTE_MS = 60_000;

/** Milliseconds on a measure that nobody can set back, unlike the time of day. */
export const steadyNow = (): number => performance.now();

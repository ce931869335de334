import { ServiceError, type LOCAL_CODES, type ServiceFailure } from '../errors/ServiceError';

/** The codes of what may be wrong with a link. */
export type LinkCode = Extract<(typeof LOCAL_CODES)[keyof typeof LOCAL_CODES], `LINK_${string}`>;

/** A link with which something is wrong. Trying again does not help, unless `more` says so. */
export const linkError = (
	code: LinkCode,
	message: string,
	more: Partial<Pick<ServiceFailure, 'retryable' | 'retryAfterMs' | 'httpStatus'>> = {},
): ServiceError => new ServiceError({ code, message, retryable: false, ...more });

/** Longer paths are cut off where they are shown. */
const LONGEST_SHOWN = 150;

/** Host and path of an address. Its query often is what gives access to the file, and is never shown. */
export function shownAddress({ host, pathname }: URL): string {
	const shown = host + pathname;
	return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}

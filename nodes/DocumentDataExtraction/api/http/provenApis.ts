import { LOCAL_CODES, type ServiceError } from '../errors/ServiceError';

/** The base URLs under which the API has responded in this process. */
export const provenApis = new Set<string>();

/** Notes that the API has responded under a base URL, which proves that the credential is right. */
export const proveApi = (baseUrl: string): void => void provenApis.add(baseUrl);

/**
 * A web page with HTTP 200 is final if the base URL may be wrong. If the API has responded under it before, a firewall or the login of
 * a network has sent the page, and it may go away again.
 */
export function passingPage(error: ServiceError, baseUrl: string): ServiceError {
	const { code, httpStatus = 0 } = error.failure;
	if (code !== LOCAL_CODES.notTheApi || httpStatus >= 300 || !provenApis.has(baseUrl)) return error;
	return error.with({ retryable: true });
}

import { isServiceError } from '../api/ServiceError';

const KEY_CODES = new Set(['UNAUTHENTICATED', 'API_KEY_EXPIRED', 'API_KEY_REVOKED']);

/** With such a key no request can succeed. */
export const isKeyCode = (code: string): boolean => KEY_CODES.has(code);

/** Whether it is not about one extraction: the account may not, or no longer, see any. */
export const isAboutAccess = (error: unknown): boolean =>
	isServiceError(error) && (isKeyCode(error.code) || error.code === 'FORBIDDEN');

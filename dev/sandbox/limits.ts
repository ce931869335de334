/** The contract's "Limits". Megabyte and gigabyte are read as 1024 x 1024 and 1024^3 bytes: the contract does not say. */
const MB = 1024 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const MAX_PDF_BYTES = 150 * MB;
export const MAX_IMAGE_BYTES = 5 * MB;
export const MAX_SESSION_BYTES = 2 * 1024 * MB;
export const MAX_FILES_PER_SESSION = 6_000;
export const DEFAULT_PART_SIZE = 8 * MB;
export const UPLOAD_URL_TTL_MS = 15 * MINUTE_MS;
export const DOWNLOAD_URL_TTL_MS = 5 * MINUTE_MS;
export const RETENTION_MS = 90 * 24 * HOUR_MS;
export const ANSWER_DEADLINE_MS = 40 * HOUR_MS;
/** "About four minutes" of waiting for answers, after which the owner is emailed. */
export const QUESTIONS_MAIL_MS = 4 * MINUTE_MS;
/** "A second email before the deadline": so long before it. The sandbox's choice. */
export const QUESTIONS_REMINDER_MS = HOUR_MS;
export const MAX_REFUSED_ANSWERS = 3;
export const PREVIEW_NAMES = 5;
/** The contract leaves the maximum length of an answer's text open ("not shown"); this is the sandbox's choice. */
export const MAX_ANSWER_TEXT = 5_000;
/** How long a cancelled extraction takes to stop ("at its next opportunity"), in clock time. */
export const CANCEL_DELAY_MS = 200;
export const RATE_WINDOW_MS = MINUTE_MS;

/** Requests per minute and key, by endpoint class. */
export const RATE_LIMITS = {
	uploads: 600,
	submit: 30,
	status: 120,
	results: 60,
	list: 60,
	details: 60,
	output: 30,
	delete: 30,
	cancel: 30,
	answers: 30,
	credits: 60,
} as const;
export type RateClass = keyof typeof RATE_LIMITS;

/** The thirteen endpoints as the contract writes them, each with its rate class. */
export const ENDPOINTS = {
	'POST /uploads/sessions': 'uploads',
	'POST /uploads/sessions/{upload_session_id}/parts': 'uploads',
	'POST /uploads/sessions/{upload_session_id}/complete': 'uploads',
	'POST /extractions': 'submit',
	'GET /extractions': 'list',
	'GET /extractions/{extraction_id}': 'status',
	'DELETE /extractions/{extraction_id}': 'delete',
	'GET /extractions/{extraction_id}/results': 'results',
	'GET /extractions/{extraction_id}/details': 'details',
	'GET /extractions/{extraction_id}/output': 'output',
	'POST /extractions/{extraction_id}/cancel': 'cancel',
	'POST /extractions/{extraction_id}/answers': 'answers',
	'GET /credits/balance': 'credits',
} as const satisfies Record<string, RateClass>;
export type EndpointName = keyof typeof ENDPOINTS;

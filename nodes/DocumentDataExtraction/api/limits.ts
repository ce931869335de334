const MiB = 1024 * 1024;

/** The limits of the contract ("Sizes and counts"). Sizes in bytes, lengths in characters. */
export const LIMITS = {
	pdfBytes: 150 * MiB,
	imageBytes: 5 * MiB,
	sessionBytes: 2 * 1024 * MiB,
	sessionFiles: 6000,
	partNumbersPerRequest: 1000,
	partUrlLifeMs: 15 * 60_000,
	/** How long output files and rows are kept after the submission. */
	retentionDays: 90,
	/** How long the service waits for answers, from the upload of the files on. */
	answerHours: 40,
	waitSeconds: { max: 45 },
	pollPauseMs: 5000,
	identifier: { max: 200 },
	taskName: { min: 3, max: 40 },
	promptText: { max: 2500 },
	fieldName: { min: 2, max: 50 },
	fieldPrompt: { min: 3, max: 600 },
	generalPrompt: { max: 1500 },
	listPage: { max: 100 },
	resultsPage: { max: 1000 },
	refusedAnswers: 3,
} as const;

/** Requests per minute and API key, by the contract's classes of endpoints ("Rate limits"). */
export const REQUESTS_PER_MINUTE = {
	upload: 600,
	submit: 30,
	status: 120,
	results: 60,
	list: 60,
	details: 60,
	output: 30,
	delete: 30,
	cancel: 30,
	answers: 30,
	balance: 60,
} as const;

export type RateClass = keyof typeof REQUESTS_PER_MINUTE;

/** A size in bytes in the words of the contract, such as "150 MB". Rounded up, so that one byte too many is seen. */
export const inMegabytes = (bytes: number): string => `${Math.ceil((bytes / MiB) * 100) / 100} MB`;

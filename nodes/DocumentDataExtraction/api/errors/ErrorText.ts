/** What users read about an error code. */
export interface ErrorText {
	/** What happened, in the user's words. */
	message: string;
	/** The next step. */
	nextStep: string;
	/** Used only if the service sends the code without saying whether a retry can help. */
	retryable: boolean;
}

export const errorText = (message: string, nextStep: string, retryable = false): ErrorText => ({
	message,
	nextStep,
	retryable,
});

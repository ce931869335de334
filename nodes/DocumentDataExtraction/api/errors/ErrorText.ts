export interface ErrorText {
	/** What happened, in the user's words. */
	message: string;
	/** The next step. */
	nextStep: string;
	retryable: boolean;
}

export const errorText = (message: string, nextStep: string, retryable = false): ErrorText => ({
	message,
	nextStep,
	retryable,
});

/** What an email tells: an end (`send_completion_email`), or that questions wait (sent to every owner, whatever the options). */
export type MailAbout = 'completed' | 'failed' | 'cancelled' | 'questions' | 'questions_reminder';

/** An email to an account's owner. */
export interface Mail {
	at: string;
	/** The account's address; null where none is known. */
	to: string | null;
	about: MailAbout;
	extraction_id: string;
	task_name: string;
}

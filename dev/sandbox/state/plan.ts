import type { Question, ReviewItem } from '../documents/types';

/** What shall happen to a submission instead of, or on top of, reading its documents. */
export interface ExtractionPlan {
	/** For every submission with a file of this name, as long as the sandbox lives, instead of for the next submission. */
	ofFile?: string;
	/** Says in so many words that nothing special happens. */
	outcome?: 'from_documents';
	/** Processing ends in this failure. */
	fail?: { code: string; message?: string; retryable?: boolean; details?: Record<string, unknown> | null };
	/** Somebody cancels it in the dashboard, when its processing is as good as done. */
	cancelled?: boolean;
	/** The extraction shows this status for `forMs` of clock time, then goes on as `processing`. */
	status?: string;
	forMs?: number;
	/** Clock time spent in `processing`, for each stretch of it. */
	processingMs?: number;
	/** So many pages, counted from the end, fail; their rows are missing. */
	failedPages?: number;
	/** Rounds of questions, one after the other. Only asked when the submission has `ask_questions`. */
	questions?: Question[][];
	/** Made-up rows in this number instead of what the documents say. Each file counts as one page. */
	rows?: number;
	/** For made-up rows: so many in a row are the lines of one invoice (default one). */
	linesPerInvoice?: number;
	/** Review items, besides those of the documents. Without row numbers they concern no row. */
	reviewItems?: ReviewItem[];
	/**
	 * The results endpoint gives only the first `visible` rows, though `total_rows` counts all, for so many `requests`
	 * (default: always). `has_more` ends with the visible rows, or with `hasMore` stays true, over empty pages.
	 */
	laggingRows?: { visible: number; requests?: number; hasMore?: boolean };
}

/** Takes the plan for a submission of these files: the one that is about a file of it, which stays, else the next one. */
export function takePlan(plans: ExtractionPlan[], fileNames: string[]): ExtractionPlan {
	const isFor = ({ ofFile }: ExtractionPlan) => ofFile !== undefined && fileNames.includes(ofFile);
	const about = plans.find(isFor);
	if (about) return about;
	const next = plans.findIndex(({ ofFile }) => ofFile === undefined);
	return next < 0 ? {} : plans.splice(next, 1)[0]!;
}

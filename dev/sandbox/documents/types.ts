/** One uploaded file as the sandbox stored it. */
export interface DocumentFile {
	fileId: string;
	fileName: string;
	/** Where the bytes lie, in the sandbox's temporary folder. */
	path: string;
}

export interface PromptObject {
	fields: Array<{ name: string; prompt?: string }>;
	general_prompt?: string;
}

/** An answer the caller gave to a question of an earlier round. */
export interface GivenAnswer {
	questionId: string;
	choiceId?: string;
	text?: string;
	acceptRecommended?: boolean;
}

export interface DocumentRequest {
	files: DocumentFile[];
	prompt: string | PromptObject;
	outputStructure: 'automatic' | 'per_invoice' | 'per_line_item';
	askQuestions: boolean;
	/** All accepted answers so far, those of earlier rounds included, in the order they came. */
	answers: GivenAnswer[];
}

/** A question as the contract shows it ("Question (when `input_required`)"). */
export interface Question {
	question_id: string;
	/** An unknown type or level can be planned. */
	type: 'single_choice' | 'free_text' | (string & {});
	question: string;
	example_from_documents?: string;
	scope: { level: 'extraction' | (string & {}); applies_to: string };
	choices: Array<{ choice_id: string; label: string; cell_would_contain?: string; recommended?: boolean }>;
	recommended_approach?: string;
	previous_answer_rejected?: boolean;
}

export interface ExtractedRow {
	/** Native JSON values keyed by column name, without the Source File and Review Needed columns. */
	values: Record<string, string | number | boolean | null>;
	fileName: string;
	page: number;
}

export interface ReviewItem {
	message: string;
	affected_fields: string[];
	/** 1-based data row numbers. */
	output_row_numbers: number[];
	source_references: string[];
}

export interface PageResult {
	successful_count: number;
	failed_count: number;
	successful: Array<{ file_name: string; page: number }>;
	failed: Array<{ file_name: string; page: number }>;
	failure_reasons: Array<{
		code: string;
		message: string;
		affected_pages: Array<{ file_name: string; pages: number[] }>;
	}>;
}

export interface PromptNote {
	topic: string;
	description: string;
	suggested_prompt_additions: Array<{ purpose: string; instructions: string[] }>;
}

export type DocumentOutcome =
	| {
			kind: 'completed';
			outputStructure: 'per_invoice' | 'per_line_item';
			columns: string[];
			rows: ExtractedRow[];
			pages: PageResult;
			reviewItems: ReviewItem[];
			notes: PromptNote[];
	  }
	| { kind: 'questions'; questions: Question[] }
	| {
			kind: 'failed';
			code: string;
			message: string;
			/** By default what the contract says of the code. */
			retryable?: boolean;
			details: Record<string, unknown> | null;
	  };

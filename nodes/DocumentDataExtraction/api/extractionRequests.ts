/** Whose extractions a list shows ("GET /extractions"). */
export type Scope = 'own' | 'team';
export type OutputFormat = 'xlsx' | 'csv' | 'json';
export type OutputStructure = 'automatic' | 'per_invoice' | 'per_line_item';

/** A prompt that names the columns ("Submit an extraction"). */
export interface PromptObject {
	fields: Array<{ name: string; prompt?: string }>;
	general_prompt?: string;
}

/** "Options (all optional)" */
export interface ExtractionOptions {
	exclude_columns?: string[];
	output_language?: string;
	review_needed_fill_color?: string;
	affected_field_fill_color?: string;
	send_completion_email?: boolean;
	json_typed_values?: boolean;
	ask_questions?: boolean;
}

/** The body of "POST /extractions". */
export interface SubmissionRequest {
	submission_id: string;
	upload_session_id: string;
	file_ids: string[];
	task_name: string;
	prompt: string | PromptObject;
	output_structure: OutputStructure;
	options?: ExtractionOptions;
}

/** The query of "GET /extractions". */
export interface ListQuery {
	status?: string;
	submission_method?: string;
	created_after?: string;
	created_before?: string;
	scope?: Scope;
	limit?: number;
	cursor?: string;
}

/** One answer of "POST /extractions/{extraction_id}/answers". */
export interface GivenAnswer {
	question_id: string;
	choice_id?: string;
	text?: string;
	accept_recommended?: boolean;
}

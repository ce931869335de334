export type FillColor = 'none' | 'yellow' | 'orange' | 'red';

export interface ExtractionOptions {
	exclude_columns: Array<'source_file' | 'review_needed'>;
	output_language: string;
	review_needed_fill_color: FillColor;
	affected_field_fill_color: FillColor;
	send_completion_email: boolean;
	json_typed_values: boolean;
	ask_questions: boolean;
}

export const DEFAULT_OPTIONS: ExtractionOptions = {
	exclude_columns: [],
	output_language: 'automatic',
	review_needed_fill_color: 'orange',
	affected_field_fill_color: 'orange',
	send_completion_email: false,
	json_typed_values: false,
	ask_questions: false,
};

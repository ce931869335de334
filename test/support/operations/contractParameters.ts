import type { EndpointName } from '../../../dev/sandbox/limits';

/**
 * The contract's endpoints that take parameters, each with its query (`?name`) and body parameters. A path parameter is part of the
 * endpoint's name.
 */
export const CONTRACT: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
	'POST /uploads/sessions': [
		'upload_session_id',
		'files[].file_id',
		'files[].file_name',
		'files[].file_size_bytes',
	],
	'POST /uploads/sessions/{upload_session_id}/parts': ['file_id', 'part_numbers[]'],
	'POST /uploads/sessions/{upload_session_id}/complete': ['file_id', 'parts[].part_number', 'parts[].e_tag'],
	'POST /extractions': [
		'submission_id',
		'upload_session_id',
		'file_ids[]',
		'task_name',
		'prompt',
		'prompt.fields[].name',
		'prompt.fields[].prompt',
		'prompt.general_prompt',
		'output_structure',
		'options.exclude_columns[]',
		'options.output_language',
		'options.review_needed_fill_color',
		'options.affected_field_fill_color',
		'options.send_completion_email',
		'options.json_typed_values',
		'options.ask_questions',
	],
	'GET /extractions': [
		'?status',
		'?submission_method',
		'?created_after',
		'?created_before',
		'?scope',
		'?limit',
		'?cursor',
	],
	'GET /extractions/{extraction_id}': ['?wait', '?scope'],
	'DELETE /extractions/{extraction_id}': ['?scope'],
	'GET /extractions/{extraction_id}/results': ['?offset', '?limit', '?scope'],
	'GET /extractions/{extraction_id}/details': ['?scope'],
	'GET /extractions/{extraction_id}/output': ['?format', '?scope'],
	'POST /extractions/{extraction_id}/cancel': ['?scope'],
	'POST /extractions/{extraction_id}/answers': [
		'answers[].question_id',
		'answers[].choice_id',
		'answers[].text',
		'answers[].accept_recommended',
		'?scope',
	],
};

/** Every endpoint and every parameter by itself, as the relay notes them. */
export const CONTRACT_PARTS: readonly string[] = Object.entries(CONTRACT).flatMap(([endpoint, names]) => [
	endpoint,
	...names.map((name) => `${endpoint} ${name}`),
]);

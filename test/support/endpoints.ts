/** The endpoints as the contract writes them, and as the sandbox notes requests. */
export const SESSIONS = 'POST /uploads/sessions';
export const PARTS = 'POST /uploads/sessions/{upload_session_id}/parts';
export const COMPLETE = 'POST /uploads/sessions/{upload_session_id}/complete';
export const SUBMIT = 'POST /extractions';
export const LIST = 'GET /extractions';
export const STATUS = 'GET /extractions/{extraction_id}';
export const DELETE = 'DELETE /extractions/{extraction_id}';
export const RESULTS = 'GET /extractions/{extraction_id}/results';
export const DETAILS = 'GET /extractions/{extraction_id}/details';
export const OUTPUT = 'GET /extractions/{extraction_id}/output';
export const CANCEL = 'POST /extractions/{extraction_id}/cancel';
export const ANSWERS = 'POST /extractions/{extraction_id}/answers';
export const BALANCE = 'GET /credits/balance';

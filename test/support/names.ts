/** What n8n calls the node, the trigger and the credential. */
export const NODE_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';
export const TRIGGER_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtractionTrigger';
export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

/** A UUID that no extraction has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

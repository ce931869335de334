/** What n8n calls the node, the trigger and the credential. */
export const NODE_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';
export const TRIGGER_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtractionTrigger';
export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

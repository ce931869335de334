import { closeDocumentReader } from '../../../sandbox/documents/reading/documentReader';

// The sandboxes of a test file share the thread that reads documents; it ends with the file.
afterAll(closeDocumentReader);

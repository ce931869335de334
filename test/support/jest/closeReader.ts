import { documentReader } from '../../../sandbox/documents/reading/DocumentReader';

// The sandboxes of a test file share the threads that read documents; they end with the file.
afterAll(async () => await documentReader.close());

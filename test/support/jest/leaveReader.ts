import { documentReader } from '../../../dev/sandbox/documents/reading/DocumentReader';

// All test files of a worker share the threads that read documents. One that is still reading does so for nobody.
afterAll(async () => await documentReader.leave());

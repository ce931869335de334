/**
 * The sets that the tests are divided into. `npm test` runs the fast one: whatever is in no other set. A new test belongs there, unless its file takes
 * five seconds of a processor or more. Each promise of the package is guarded in the fast set, too: `npm run mutants` shows by which tests.
 *
 * Each entry is a test file or a folder of them.
 */

/** Many random histories, killed processes, floods of requests, long waits, what repeats a guard of the fast set in more ways, and the words and pictures of what is published. */
exports.LONG = [
	'test/demo/run.test.ts',
	'test/documentation/exampleWorkflows.test.ts',
	'test/documentation/operations.test.ts',
	'test/documentation/pages.test.ts',
	'test/documentation/words.test.ts',
	'test/http/tolerance.test.ts',
	'test/operations/contractCoverage.test.ts',
	'test/operations/extractDocuments/files/anyName.test.ts',
	'test/operations/extractDocuments/files/batching.test.ts',
	'test/operations/extractDocuments/files/everyDocument.test.ts',
	'test/operations/extractDocuments/files/manyParts.test.ts',
	'test/operations/extractDocuments/files/singleFiles.test.ts',
	'test/operations/extractDocuments/links/brokenLinks.test.ts',
	'test/operations/extractDocuments/links/rerunsAndTools.test.ts',
	'test/operations/extractDocuments/outputs/paidRows.test.ts',
	'test/operations/extractDocuments/outputs/questions.test.ts',
	'test/operations/extractDocuments/outputs/summaryAndFiles.test.ts',
	'test/operations/extractDocuments/running/interruptions.test.ts',
	'test/operations/extractDocuments/running/killed.test.ts',
	'test/operations/extractDocuments/running/queue.test.ts',
	'test/operations/extractDocuments/running/refusals.test.ts',
	'test/operations/extractDocuments/running/waiting.test.ts',
	'test/operations/extractDocuments/submissionId/earlierRequests.test.ts',
	'test/operations/extractDocuments/submissionId/fromFiles.test.ts',
	'test/operations/extractDocuments/submissionId/idempotency.test.ts',
	'test/operations/extractDocuments/submissionId/reruns.test.ts',
	'test/operations/extraction/asTool.test.ts',
	'test/operations/extraction/asToolOnce.test.ts',
	'test/operations/extraction/outputSchemas.test.ts',
	'test/operations/extraction/reviewInForm/meanwhile.test.ts',
	'test/operations/nextSteps/afterLongWaits.test.ts',
	'test/operations/patience',
	'test/operations/uploadSession/uploadFiles.test.ts',
	'test/operations/wrongChoices.test.ts',
	'test/package/newOperation.test.ts',
	'test/package/screen.test.ts',
	'test/package/titles.test.ts',
	'test/recipes',
	'test/simulation/histories1.test.ts',
	'test/simulation/histories2.test.ts',
	'test/simulation/histories3.test.ts',
	'test/simulation/histories4.test.ts',
	'test/trigger/histories/historyOfBursts.test.ts',
	'test/trigger/histories/manyHistories.test.ts',
	'test/trigger/limits/burst.test.ts',
	'test/trigger/limits/crowd.test.ts',
	'test/trigger/limits/load.test.ts',
	'test/trigger/workflow/budget.test.ts',
	'test/trigger/workflow/failingExtras.test.ts',
	'test/trigger/workflow/scheduler.test.ts',
	'test/unit/api/rate/severalProcesses.test.ts',
	'test/unit/pages/html.test.ts',
];

/** The service on a local port, by itself. It changes only with `dev/sandbox/`. */
exports.SANDBOX = ['test/sandbox'];

/** What needs `npm run build` before. */
exports.BUILT = ['test/bench/cases.test.ts', 'test/package/exports.test.ts'];

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { describeFailure } from '../../../../nodes/DocumentDataExtraction/api/errors/describeFailure';
import { BESIDE_PAID, BOTH_WAYS } from '../../../../nodes/DocumentDataExtraction/api/errors/nextSteps';
import { ERROR_TEXTS } from '../../../../nodes/DocumentDataExtraction/api/errors/errorTexts';
import { LOCAL_CODES, type Stage } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';

/** Facts of a failure but its words. */
type Facts = Omit<Parameters<typeof describeFailure>[0], 'message' | 'retryable'>;

const stepAfter = (facts: Facts, isTool = false): string =>
	describeFailure({ message: '', retryable: false, ...facts }, { isTool }).nextStep;

const ID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const OTHER = '2c5f39cb-3fb2-42e3-994f-1127e4ddb538';
const finished = [{ extraction_id: OTHER, items: [0] }];

const CODES = [...Object.keys(ERROR_TEXTS), 'A_NEW_CODE'];
const ID_FROM = [undefined, 'own', 'files'] as const;
const STAGES: Array<Stage | undefined> = [
	undefined,
	'maybe submitted',
	'processing',
	'unknown',
	'completed',
	'downloading',
	'failed',
	'maybe answered',
];
/** In these, another run under another ID would be charged again. */
const WITH_A_WAY: Array<Stage | undefined> = ['processing', 'unknown', 'completed', 'downloading'];

const count = (text: string, words: RegExp): number => text.match(new RegExp(words, 'gi'))?.length ?? 0;

const CASES = ID_FROM.flatMap((idFrom) =>
	STAGES.flatMap((stage) => [false, true].map((isTool) => ({ idFrom, stage, isTool }))),
);

describe.each(CASES)('the next step with the ID from %j', ({ idFrom, stage, isTool }) => {
	const isBefore = stage === undefined || stage === 'maybe submitted';
	const facts = (code: string): Facts => ({
		code,
		stage,
		idFrom,
		submissionId: 'mail-1',
		extractionId: isBefore ? undefined : ID,
	});
	const all = CODES.map((code) => [code, stepAfter(facts(code), isTool)] as const);

	it('is whole sentences, each said once, with the code at the end', () => {
		for (const [code, step] of all) {
			expect(step).toMatch(/^[A-Z]/);
			expect(step.endsWith(`. (${code})`)).toBe(true);
			expect(step).not.toMatch(/ {2}|\.\.|,\.|undefined|null|\[object|[?&]\w+=/);
			const sentences = step.split(/(?<=\.) /);
			expect(new Set(sentences).size).toBe(sentences.length);
		}
	});

	it('shows the ID of the extraction once there is one', () => {
		for (const [, step] of all) expect(count(step, new RegExp(ID))).toBe(isBefore ? 0 : 1);
	});

	it('says at most once to run again', () => {
		expect(all.filter(([, step]) => count(step, /\brun again\b/) > 1)).toEqual([]);
	});

	it('promises that nothing is charged twice only to an ID that another run has', () => {
		const promised = all.filter(([, step]) => /Nothing is charged twice|skips the failed/.test(step));
		if (idFrom) expect(promised).not.toHaveLength(0);
		else expect(promised).toEqual([]);
	});

	it('says before any advice to run again that the service may have accepted the submission', () => {
		// Under an ID that others have too, another run finds it.
		if (stage !== 'maybe submitted' || idFrom) return;
		for (const [, step] of all)
			expect(step).toMatch(
				/^The service may have accepted .*Submission ID mail-1\. .* If there is none: [A-Z]/,
			);
	});

	it('is to run again only where it costs nothing, once there is an extraction', () => {
		if (!WITH_A_WAY.includes(stage)) return;
		const costly = all.filter(
			([, step]) => /run again/i.test(step) && !/Nothing is charged twice/.test(step),
		);
		const expected = {
			// The service does not have the extraction any more. First the node says where to look for it.
			undefined: [LOCAL_CODES.extractionUnknown],
			own: [],
			files: [],
		};
		expect(costly.map(([code]) => code)).toEqual(expected[`${idFrom}`]);
	});

	it('says first that the extraction is charged, and how to get what it gave at no cost', () => {
		if (stage !== 'completed' && stage !== 'downloading') return;
		const others = all.filter(([, step]) => !step.startsWith('The extraction is completed and charged. '));
		expect(others.map(([code]) => code).sort()).toEqual(
			// Each says by itself where the rows are, or that there are none.
			[
				LOCAL_CODES.extractionUnknown,
				LOCAL_CODES.questionsOpen,
				'OUTPUT_EXPIRED',
				'SESSION_ALREADY_INITIALIZED',
				'SUBMISSION_ID_ALREADY_USED',
			].sort(),
		);
	});

	it('promises nothing of an extraction that somebody may have deleted', () => {
		const step = stepAfter(facts(LOCAL_CODES.extractionUnknown), isTool);
		expect(step).not.toMatch(/Nothing is charged twice\./);
	});

	it('does not pay again for the other extractions of the run', () => {
		for (const code of CODES) {
			const step = stepAfter({ ...facts(code), finished }, isTool);
			// With another prompt, the next run finds nothing under the ID of the files.
			const isFound = idFrom === 'own' || (idFrom === 'files' && !ERROR_TEXTS[code]?.changesAll);
			const free = isFound
				? 'The next run outputs their rows at no cost.'
				: 'Get Rows with these IDs collects their rows at no cost.';
			const [before, after] = step.split(`charged (1): ${OTHER}. ${free}`);
			expect(after).toBeDefined();
			expect(after).toMatch(/^ For the rest: /);
			if (!isFound) expect(before).not.toMatch(/run again/i);
		}
	});
});

describe('the next step for the tool of an AI agent', () => {
	type Shown = INodeProperties | INodePropertyOptions | INodePropertyCollection;
	const flat = (shown: Shown[]): Shown[] =>
		shown.flatMap((one) => [
			one,
			...flat('values' in one ? one.values : (((one as INodeProperties).options ?? []) as Shown[])),
		]);
	const isHidden = (one: Shown): boolean =>
		'displayOptions' in one && one.displayOptions?.hide?.['@tool'] !== undefined;
	const nameOf = (one: Shown): string => ('displayName' in one ? one.displayName : one.name);
	const everything = flat(new DocumentDataExtraction().description.properties);
	const seen = new Set(everything.filter((one) => !isHidden(one)).map(nameOf));
	/** Names of several words that no tool has on screen. */
	const lacking = everything
		.filter(isHidden)
		.map(nameOf)
		.filter((name) => !seen.has(name) && name.includes(' '));
	const LACKING = new RegExp(
		[...lacking, 'All Files', 'My Own ID', 'Extra Output', 'Separate Rows'].join('|'),
	);
	const stepsFor = (isTool: boolean): string[] =>
		CODES.flatMap((code) =>
			CASES.map(({ idFrom, stage }) => stepAfter({ code, idFrom, stage, extractionId: ID }, isTool)),
		);

	it('names nothing that a tool lacks', () => {
		expect(lacking).toEqual(
			expect.arrayContaining(['Prevent Duplicates By', 'Group Files', 'Ask in a Form']),
		);
		expect(stepsFor(false).filter((step) => LACKING.test(step))).not.toHaveLength(0);
		expect(stepsFor(true).filter((step) => LACKING.test(step))).toEqual([]);
	});
});

it.each<[string, Facts, string]>([
	[
		'a charged failure that may pass',
		{ code: 'INTERNAL_ERROR', stage: 'completed', extractionId: ID },
		`The extraction is completed and charged. Get Rows with its ID collects the rows at no cost. Extraction ID: ${ID}. (INTERNAL_ERROR)`,
	],
	[
		'a charged failure that also keeps the rows away',
		{ code: 'API_KEY_REVOKED', stage: 'completed', extractionId: ID },
		`The extraction is completed and charged. Get Rows with its ID collects the rows at no cost. Create a new API key and enter it in the credential. Keys are managed in the dashboard. Extraction ID: ${ID}. (API_KEY_REVOKED)`,
	],
	[
		'a charged failure of rows that cannot be grouped',
		{ code: 'COLUMN_UNKNOWN', stage: 'completed', extractionId: ID },
		`The extraction is completed and charged. Get Rows with its ID collects the rows at no cost. Correct Group By or Header Columns, or leave them empty. Get Rows with the Output Invoices with Lines groups the rows of the same extraction at no cost. Extraction ID: ${ID}. (COLUMN_UNKNOWN)`,
	],
	[
		'a charged extraction whose rows are not there',
		{ code: 'OUTPUT_NOT_AVAILABLE', stage: 'completed', idFrom: 'files', extractionId: ID },
		`The extraction is completed and charged. Get Rows with its ID collects the rows at no cost. Extraction ID: ${ID}. (OUTPUT_NOT_AVAILABLE)`,
	],
	[
		'a download that broke off',
		{ code: 'TIMEOUT', stage: 'downloading', extractionId: ID },
		`The extraction is completed and charged. Download Output with its ID downloads the file again at no cost. If it happens every time, check the network of this n8n. Extraction ID: ${ID}. (TIMEOUT)`,
	],
	[
		'an extraction that goes on',
		{ code: 'CONNECTION_FAILED', stage: 'processing', idFrom: 'files', extractionId: ID },
		`The extraction continues on the service. Wait and Get Rows with its ID collect the rows at no cost. Check the Base URL of the credential and the network of this n8n. Run again with the same files to continue where this run stopped. Nothing is charged twice. Extraction ID: ${ID}. (CONNECTION_FAILED)`,
	],
	[
		'answers that may have arrived',
		{ code: 'TIMEOUT', stage: 'maybe answered', extractionId: ID },
		`It is not known whether the answer arrived, and a refused answer counts each time. Get Questions shows after a minute which questions are still open. Answer only these again, and in another way where an earlier answer was refused. If it happens every time, check the network of this n8n. Extraction ID: ${ID}. (TIMEOUT)`,
	],
	[
		'a submission that may have arrived',
		{ code: 'TIMEOUT', stage: 'maybe submitted', submissionId: 'run-7' },
		'The service may have accepted the submission anyway. Use Get Many to look for an extraction with the Submission ID run-7. Get Rows collects its rows at no cost. If there is none: Run again. If it happens every time, check the network of this n8n. (TIMEOUT)',
	],
	[
		'a failed extraction under an ID of the user',
		{ code: 'PROMPT_UNCLEAR', stage: 'failed', idFrom: 'own', submissionId: 'order-7', extractionId: ID },
		`Describe the data to extract more precisely. Then run again. A run with the same Submission ID and files skips the failed extraction. Extraction ID: ${ID}. (PROMPT_UNCLEAR)`,
	],
	[
		'a failure before anything was submitted, with the ID made of the files',
		{ code: 'INSUFFICIENT_CREDITS', idFrom: 'files' },
		'Add credits in the dashboard. Run again with the same files to continue where this run stopped. Nothing is charged twice. (INSUFFICIENT_CREDITS)',
	],
	[
		'a failure after which others are charged',
		{ code: 'ENCRYPTED_FILE', stage: 'failed', extractionId: ID, finished },
		`Other extractions of this run are charged (1): ${OTHER}. Get Rows with these IDs collects their rows at no cost. For the rest: Remove the password from the file. For a changed file, use a new ID if you set one. ${BESIDE_PAID.finished} Extraction ID: ${ID}. (ENCRYPTED_FILE)`,
	],
	[
		'places that stay taken',
		{ code: 'CONCURRENT_TASK_LIMIT', stage: 'failed', nextStep: 'Increase Maximum Wait.', extractionId: ID },
		`Increase Maximum Wait. Extraction ID: ${ID}. (CONCURRENT_TASK_LIMIT)`,
	],
	[
		'places that are taken',
		{ code: 'CONCURRENT_TASK_LIMIT', stage: 'failed', extractionId: ID },
		`Run again when others have finished. Extraction ID: ${ID}. (CONCURRENT_TASK_LIMIT)`,
	],
	[
		'a cancelled extraction whose ID the node made, or somebody else',
		{ code: 'EXTRACTION_CANCELLED', extractionId: ID },
		`Pages that were already processed are charged. To extract the original documents again, at new cost, extract them in a new execution, some seconds later, and use a new ID if you set one. Extraction ID: ${ID}. (EXTRACTION_CANCELLED)`,
	],
	[
		'paused submissions',
		{ code: 'SUBMISSIONS_PAUSED', details: { resumes_at: '2026-05-01T10:00:00Z' } },
		'It expects to resume at 2026-05-01T10:00:00Z. Run again in a few minutes. (SUBMISSIONS_PAUSED)',
	],
])('says of %s what to do, in order', (_what, facts, expected) => expect(stepAfter(facts)).toBe(expected));

describe('what is said of another run with the same Submission ID', () => {
	const PROMISE =
		/same Submission ID and files to continue where this run stopped\. Nothing is charged twice/;
	const withOwnId = (code: string): string => stepAfter({ code, idFrom: 'own' });

	it.each([
		'CONNECTION_FAILED',
		'INSUFFICIENT_CREDITS',
		'WAIT_MAXIMUM_REACHED',
		'FILE_UNREADABLE',
		'EXTRACTION_UNKNOWN',
		'NEW_CODE',
	])('is that it goes on, after %s', (code) => expect(withOwnId(code)).toMatch(PROMISE));

	it.each([
		'ENCRYPTED_FILE',
		'FILE_PAGE_LIMIT_EXCEEDED',
		'NO_PAGES_FOUND',
		'OBJECT_SIZE_MISMATCH',
		'FILE_ABORTED',
		'UPLOAD_ID_NOT_FOUND',
		'SUBMISSION_ID_ALREADY_USED',
		'PAGES_FAILED',
	])('is nothing, after %s, which it would meet again', (code) =>
		// It says nothing of an ID that the user may not have set.
		expect(withOwnId(code)).toBe(
			stepAfter({ code }).replace(
				/use a new ID if you set one/,
				'use a new Submission ID for this request alone',
			),
		),
	);

	it.each(['EXTRACTION_CANCELLED', 'OUTPUT_EXPIRED'])('is that a new ID costs, after %s', (code) =>
		expect(withOwnId(code)).toMatch(/, at new cost,.* and use a new Submission ID for this request alone\. /),
	);

	it.each(['EXTRACTION_CANCELLED', 'OUTPUT_EXPIRED'])('is that a new execution costs, after %s', (code) =>
		expect([undefined, 'files'].map((idFrom) => stepAfter({ code, idFrom } as Facts))).toEqual([
			expect.stringMatching(/, at new cost, extract them in a new execution, .* a new ID/),
			expect.stringMatching(/, at new cost, extract them in a new execution, some seconds later\. /),
		]),
	);

	it('is how to find the earlier rows where other files came under it', () =>
		expect(withOwnId('SESSION_ALREADY_INITIALIZED')).toMatch(/Get Many lists the earlier extraction/));

	it('is nothing where the ID is made by the node', () =>
		expect(stepAfter({ code: 'CONNECTION_FAILED' })).not.toMatch(/same Submission ID/));

	it('is nothing of a failed extraction whose files would fail again', () =>
		expect(stepAfter({ code: 'ENCRYPTED_FILE', stage: 'failed', idFrom: 'own' })).not.toMatch(/skips/));
});

it('tells that the other files stay where one of them has to be changed', () => {
	const stepOf = (code: string): string => stepAfter({ code, idFrom: 'own', paidBeside: 'request' });
	expect(stepOf('ENCRYPTED_FILE')).toBe(
		`Remove the password from the file. For a changed file, use a new Submission ID for this request alone. ${BESIDE_PAID.request} (ENCRYPTED_FILE)`,
	);
	// Under an ID of the user's own, the next run finds the others.
	expect(stepOf('UPLOAD_COMPLETE_FAILED')).not.toContain(BESIDE_PAID.request);
});

it.each([
	['INVALID_INPUT', undefined],
	['FILE_ABORTED', undefined],
	['FILE_ABORTED', 'files'],
	['FILE_ABORTED', 'own'],
] as const)(
	'tells that the others stay where a new run would pay for them again: %s, ID from %s',
	(code, idFrom) => expect(stepAfter({ code, idFrom, paidBeside: 'request' })).toContain(BESIDE_PAID.request),
);

it.each(ID_FROM)(
	'says of a request that is held back that it costs nothing, and both ways to go on: %s',
	(idFrom) => {
		const isHeldBack = true;
		expect(stepAfter({ code: LOCAL_CODES.heldBack, idFrom, isHeldBack })).toBe(
			`${BOTH_WAYS} (REQUEST_HELD_BACK)`,
		);
		expect(stepAfter({ code: 'STORAGE_REFUSED', idFrom, isHeldBack })).toContain(BOTH_WAYS);
	},
);

it('says of a new execution that it charges other items again, if it does not find them', () =>
	expect(stepAfter({ code: 'INTERNAL_ERROR', paidBeside: 'run' })).toBe(
		`${BESIDE_PAID.run} (INTERNAL_ERROR)`,
	));

describe('the next step where the ID is made of the files', () => {
	const withIdOfFiles = (code: string): string => stepAfter({ code, idFrom: 'files' });
	const NEW_ID = /new (Submission )?ID|if you set one/;

	it.each(CODES.filter((code) => NEW_ID.test(stepAfter({ code }))))('is never a new one: %s', (code) =>
		expect(withIdOfFiles(code)).not.toMatch(NEW_ID),
	);

	it('is a new execution, or an ID of the user', () => {
		// One that begins at once may take it for its own.
		expect(withIdOfFiles('EXTRACTION_CANCELLED')).toMatch(
			/extract them in a new execution, some seconds later\./,
		);
		expect(withIdOfFiles('OUTPUT_EXPIRED')).toMatch(/extract them in a new execution/);
		expect(withIdOfFiles('SUBMISSION_ID_ALREADY_USED')).toMatch(
			/at new cost, for this request alone, set the option Prevent Duplicates By to My Own ID/,
		);
		// The next run makes the next session by itself.
		expect(withIdOfFiles('UPLOAD_ID_NOT_FOUND')).toMatch(/^Run again to upload the file in a new session\./);
	});
});

import {
	claimOf,
	isPassedOver,
	type Claim,
	type ThisExecution,
	type Wanted,
} from '../../../../nodes/DocumentDataExtraction/extraction/request/claim';
import type { Terms } from '../../../../nodes/DocumentDataExtraction/extraction/request/compare';
import type { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import type { ExtractionDetails } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';

const SENT_AT = Date.parse('2026-05-01T10:00:00Z');

const EXTRACTION_ID = '11111111-2222-4333-8444-555555555555';

const ASKED: Terms = { task_name: 'Invoices', prompt: 'Total', output_structure: 'per_invoice' };

/** When an extraction was made, before or after it was submitted. */
const MADE = {
	'long before': '2026-05-01T09:00:00Z',
	'some seconds before': '2026-05-01T09:59:55Z',
	'at about the same time': '2026-05-01T09:59:58Z',
	afterwards: '2026-05-01T10:00:30Z',
	'at a time that is not told': undefined,
	'at a time that is none': 'yesterday',
};

type When = keyof typeof MADE;

const FILES = ['a.pdf', 'b.pdf', 'c.pdf'].map((sessionName) => ({ sessionName }));
const [A, B, C] = FILES as [Named, Named, Named];

interface Named {
	sessionName: string;
}

const details = (when: When, told: Record<string, unknown>): ExtractionDetails => ({
	extraction_id: EXTRACTION_ID,
	status: 'completed',
	created_at: MADE[when],
	...told,
});

const claim = (when: When, told: Record<string, unknown>, want: Partial<Wanted<Named>> = {}): Claim<Named> =>
	claimOf({ request: ASKED, files: FILES, named: FILES, sentAt: SENT_AT, ...want }, details(when, told));

/** A claim in a word or two, for a table. */
const inWords = (make: () => Claim<{ sessionName: string | undefined }>): string => {
	let made: ReturnType<typeof make>;
	try {
		made = make();
	} catch (error) {
		return `refuse: ${(error as ServiceError).failure.message}`;
	}
	if (made.kind === 'follow')
		return `follow ${made.files.map(({ sessionName }) => sessionName?.[0]).join('')}`;
	const { error, inVain, isOfOtherFiles, mayBeOurs } = made;
	const words = [
		mayBeOurs && 'maybe ours',
		inVain && 'in vain',
		isOfOtherFiles && 'of other files',
		error?.code,
	].filter(Boolean);
	return ['next', ...words].join(' ');
};

const FAILED = { status: 'failed', error: { code: 'PROMPT_UNCLEAR', message: '', retryable: false } };
const INVALID = { status: 'failed', error: { code: 'INVALID_INPUT', message: '', retryable: false } };
const OTHER = { prompt: 'Supplier' };
const CANCELLED = { status: 'cancelled' };

/** An execution that has just begun, and one that began before anything else. */
const NOW: ThisExecution = { startedAt: SENT_AT, waitedFor: [] };
const LONG_AGO: ThisExecution = { startedAt: Date.parse('2026-05-01T08:00:00Z'), waitedFor: [] };

type Row = [status: string, When, Record<string, unknown>, Partial<Wanted<Named>>, string];

const ROWS: Row[] = [
	// It has rows, or may still have some: it is the one, whoever made it and whatever else it was asked.
	['completed', 'long before', {}, {}, 'follow abc'],
	['completed', 'afterwards', {}, {}, 'follow abc'],
	['completed, with another prompt', 'long before', OTHER, {}, 'follow abc'],
	['processing', 'long before', { status: 'processing' }, {}, 'follow abc'],
	[
		'processing, with another prompt',
		'some seconds before',
		{ status: 'processing', ...OTHER },
		{},
		'follow abc',
	],
	['asking', 'long before', { status: 'input_required' }, {}, 'follow abc'],
	['in a state of a later service', 'long before', { status: 'paused' }, {}, 'follow abc'],

	// A failure that an earlier run left is passed over. One of this run is told.
	['failed', 'long before', FAILED, {}, 'next PROMPT_UNCLEAR'],
	['failed', 'some seconds before', FAILED, {}, 'next maybe ours PROMPT_UNCLEAR'],
	['failed', 'at about the same time', FAILED, {}, 'follow abc'],
	['failed', 'afterwards', FAILED, {}, 'follow abc'],
	// A failure costs nothing. Taken for this run's, it would block every later run.
	['failed', 'at a time that is not told', FAILED, {}, 'next maybe ours PROMPT_UNCLEAR'],
	['failed', 'at a time that is none', FAILED, {}, 'next maybe ours PROMPT_UNCLEAR'],
	['failed, without a reason', 'long before', { status: 'failed' }, {}, 'next INTERNAL_ERROR'],

	// With another request it cannot be this run's, but a service may rewrite requests.
	['failed, with another prompt', 'long before', { ...FAILED, ...OTHER }, {}, 'next PROMPT_UNCLEAR'],
	[
		'failed, with another prompt',
		'some seconds before',
		{ ...FAILED, ...OTHER },
		{},
		'next maybe ours PROMPT_UNCLEAR',
	],
	[
		'failed, with another prompt',
		'afterwards',
		{ ...FAILED, ...OTHER },
		{},
		'next maybe ours PROMPT_UNCLEAR',
	],
	[
		'failed, with another prompt',
		'at a time that is not told',
		{ ...FAILED, ...OTHER },
		{},
		'next maybe ours PROMPT_UNCLEAR',
	],
	['failed, with an option that was not told', 'afterwards', { ...FAILED, options: null }, {}, 'follow abc'],

	// A refused submission may have been kept as a failure under the ID.
	['refused', 'long before', INVALID, {}, 'next INVALID_INPUT'],
	['refused', 'some seconds before', INVALID, {}, 'next maybe ours INVALID_INPUT'],
	['refused', 'afterwards', INVALID, {}, 'next maybe ours INVALID_INPUT'],
	['refused', 'at a time that is not told', INVALID, {}, 'next maybe ours INVALID_INPUT'],

	// What is cancelled or has expired is told, unless an earlier execution left it so.
	['cancelled', 'long before', CANCELLED, {}, 'follow abc'],
	['cancelled', 'afterwards', CANCELLED, {}, 'follow abc'],
	['cancelled', 'long before', CANCELLED, { execution: NOW }, 'next in vain EXTRACTION_CANCELLED'],
	[
		'cancelled',
		'some seconds before',
		CANCELLED,
		{ execution: NOW },
		'next maybe ours in vain EXTRACTION_CANCELLED',
	],
	['cancelled', 'at about the same time', CANCELLED, { execution: NOW }, 'follow abc'],
	['cancelled', 'afterwards', CANCELLED, { execution: NOW }, 'follow abc'],
	['cancelled', 'at a time that is not told', CANCELLED, { execution: NOW }, 'follow abc'],
	['cancelled, in this execution', 'long before', CANCELLED, { execution: LONG_AGO }, 'follow abc'],
	[
		'cancelled, while this execution waited for it',
		'long before',
		CANCELLED,
		{ execution: { ...NOW, waitedFor: [EXTRACTION_ID] } },
		'follow abc',
	],
	['expired', 'long before', { output_expires_at: MADE['some seconds before'] }, {}, 'follow abc'],
	[
		'expired',
		'long before',
		{ output_expires_at: MADE['some seconds before'] },
		{ execution: NOW },
		'next in vain',
	],
	[
		'expired, since this execution began',
		'long before',
		{ output_expires_at: MADE['some seconds before'] },
		{ execution: LONG_AGO },
		'follow abc',
	],
	['completed', 'long before', { output_expires_at: MADE.afterwards }, { execution: NOW }, 'follow abc'],
	['completed', 'long before', {}, { execution: NOW }, 'follow abc'],
	['processing', 'long before', { status: 'processing' }, { execution: NOW }, 'follow abc'],
	['asking', 'long before', { status: 'input_required' }, { execution: NOW }, 'follow abc'],

	// An earlier run may have covered some of the files only.
	['of some files', 'long before', { file_names: ['b.pdf', 'A.PDF'] }, {}, 'follow ab'],
	[
		'of some files',
		'long before',
		{ file_names: ['c.pdf'] },
		{ named: [C], covered: new Set([A, B]) },
		'follow c',
	],
	[
		'of files that have rows',
		'long before',
		{ file_names: ['a.pdf'] },
		{ named: [B, C], covered: new Set([A]) },
		'next',
	],
	[
		'of a file that failed now',
		'long before',
		{ file_names: ['a.pdf'] },
		{ named: [B, C], covered: new Set() },
		'follow a',
	],
	[
		'of as many files',
		'long before',
		{ file_count: 2 },
		{ named: [B, C], covered: new Set([A]) },
		'follow bc',
	],
	[
		'of some files, where all are wanted',
		'long before',
		{ file_names: ['a.pdf'] },
		{ whole: true },
		'refuse: the earlier extraction has the files a.pdf',
	],

	// Rows of other files must not come out.
	[
		'of another file',
		'long before',
		{ file_names: ['x.pdf'] },
		{},
		'refuse: the earlier extraction has the files x.pdf',
	],
	[
		'of one file more',
		'afterwards',
		{ file_names: ['a.pdf', 'b.pdf', 'c.pdf', 'x.pdf'] },
		{},
		'refuse: the earlier extraction has the files a.pdf, b.pdf, c.pdf, x.pdf',
	],
	['of more files', 'long before', { file_count: 4 }, {}, 'refuse: the earlier extraction has other files'],
	[
		'failed, of another file',
		'long before',
		{ ...FAILED, file_names: ['x.pdf'] },
		{},
		'next of other files PROMPT_UNCLEAR',
	],
	['failed, of some files', 'long before', { ...FAILED, file_names: ['a.pdf'] }, {}, 'next PROMPT_UNCLEAR'],
	['failed, of unknown files', 'long before', { ...FAILED, file_count: 4 }, {}, 'next PROMPT_UNCLEAR'],
	[
		'failed, of another file',
		'afterwards',
		{ ...FAILED, file_names: ['x.pdf'] },
		{},
		'refuse: the earlier extraction has the files x.pdf',
	],
	[
		'cancelled, of another file',
		'long before',
		{ ...CANCELLED, file_names: ['x.pdf'] },
		{},
		'refuse: the earlier extraction has the files x.pdf',
	],
];

describe('what the extraction under the ID of a submission means', () => {
	it.each(ROWS)('%s, made %s (%j, %j): %s', (_what, when, told, want, words) =>
		expect(inWords(() => claim(when, told, want))).toBe(words),
	);

	it('names the extraction that has other files', () =>
		expect(() => claim('afterwards', { file_names: ['x.pdf'] })).toThrow(
			expect.objectContaining({
				code: 'SUBMISSION_ID_ALREADY_USED',
				failure: expect.objectContaining({ extractionId: EXTRACTION_ID }) as object,
			}) as Error,
		));

	it('counts files whose names nobody knows', () => {
		const files = [{ sessionName: undefined }];
		const want = { request: ASKED, files, named: files, whole: true, sentAt: SENT_AT };
		expect(claimOf(want, details('afterwards', { file_names: ['a.pdf'] })).kind).toBe('follow');
		const made = () => claimOf(want, details('afterwards', { file_names: ['a.pdf', 'b.pdf'] }));
		expect(inWords(made)).toBe('refuse: the earlier extraction has the files a.pdf, b.pdf');
	});
});

describe('a run that passes over failures of others', () => {
	const next = (mayBeOurs: boolean) => ({ kind: 'next' as const, mayBeOurs, isOfOtherFiles: false });

	it('passes over three that may be its own, in case a clock is wrong', () => {
		const passed = (mayBeOurs: boolean) =>
			[1, 2, 3, 4, 5].map((number) => isPassedOver(next(mayBeOurs), number, 'x'));
		expect(passed(true)).toEqual([true, true, true, false, false]);
		expect(passed(false)).toEqual([true, true, true, true, true]);
	});

	it('ends after 200 with the last of them', () => {
		expect(isPassedOver(next(false), 200, 'x')).toBe(true);
		expect(() => isPassedOver(next(false), 201, 'the last')).toThrow(
			expect.objectContaining({
				code: 'SUBMISSION_ID_ALREADY_USED',
				failure: expect.objectContaining({ extractionId: 'the last' }) as object,
			}) as Error,
		);
	});
});

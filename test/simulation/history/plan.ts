import fc from 'fast-check';
import type { Fault, FaultKind } from '../host/network';
import type { Doc } from '../service/documents';
import type { Fate } from '../service/Service';

/** One input file. */
export interface FilePlan {
	name: string;
	mimeType: string;
	/** In n8n's memory and not in its store. */
	inMemory: boolean;
	pages: number[];
	failedPages: number[];
	trait: Doc['trait'];
	/** Bytes beyond what the description of the document needs. */
	extra: number;
}

/** How a run ends before its time: at this call, before it goes out or after it was carried out. */
export interface EndPlan {
	kind: 'kill' | 'stop';
	call: number;
	phase: 'before' | 'after';
	/** At its first submission, whatever the number of the call. */
	atSubmission: boolean;
}

export interface RunPlan {
	/** Which of the two requests. */
	job: 0 | 1;
	/** The execution of the run before, in a new process: what a worker does after a crash. */
	sameExecution: boolean;
	/**
	 * `content` is another file of the same name and size, `order` another order, `locked` one more file that cannot be read, `fewer` only
	 * the files that can, or one of them less, `rename` another name for each file, `copy` the first file once more, `follow` what the
	 * run before says to do next.
	 */
	change:
		| 'nothing'
		| 'prompt'
		| 'files'
		| 'content'
		| 'id'
		| 'order'
		| 'locked'
		| 'fewer'
		| 'rename'
		| 'copy'
		| 'follow';
	end?: EndPlan;
	/** Starts while the run before is under way. */
	alongside: boolean;
	/** Seconds that pass before it. */
	after: number;
	/** The service has given up the upload sessions before it. */
	withoutSessions: boolean;
	/** Others have used up the credits before it; they come back after it. */
	withoutCredits: boolean;
}

export interface SettingsPlan {
	groupFiles: 'forAllItems' | 'perItem' | 'perFile';
	continueOnFail: boolean;
	output: 'rows' | 'summary';
	separateReview: boolean;
	ifPagesFail: 'fail' | 'continue';
	questions: 'none' | 'accept' | 'ask';
	maximumWait: number;
	maxTries: number;
	/** The prompt and the task name hold `$now`. */
	nowInPrompt: boolean;
	cancelWhenStopped: boolean;
	excludeSourceFile: boolean;
}

export interface ServicePlan {
	partSize: number;
	concurrent: number;
	credits: number;
	recommends: boolean;
	strictIds: boolean;
	/** How far its clock is ahead, in seconds. */
	skew: number;
	fates: Fate[];
	/** Extractions from the web app that take places, and how long. */
	elsewhere: number[];
	/** A proxy cuts held requests after so many seconds. */
	cutAfter: number;
}

export interface Plan {
	/** The Submission IDs of the two requests. The node makes them of the contents of the files, or with null of the execution. */
	ids: [string, string] | 'files' | null;
	jobs: [FilePlan[][], FilePlan[][]];
	settings: SettingsPlan;
	service: ServicePlan;
	faults: Fault[];
	runs: RunPlan[];
}

const NAMES: Array<[string, string]> = [
	['invoice.pdf', 'application/pdf'],
	['invoice.pdf', 'application/pdf'],
	['scan.pdf', 'application/pdf'],
	['invoice (2).pdf', 'application/pdf'],
	['letter (Page 2).pdf', 'application/pdf'],
	['Rechnung Ä.PDF', 'application/pdf'],
	['scan', 'application/pdf'],
	['photo.jpg', 'image/jpeg'],
	['photo.jpeg', 'image/jpeg'],
	['receipt', 'image/png'],
];

const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof(
		{ weight: others.length * 3, arbitrary: fc.constant(usual) },
		{ weight: others.length, arbitrary: fc.constantFrom(...others) },
	);

const file: fc.Arbitrary<FilePlan> = fc
	.record({
		named: fc.constantFrom(...NAMES),
		inMemory: mostly(false, true),
		pages: fc.array(mostly(1, 0, 2, 3), { minLength: 1, maxLength: 3 }),
		failed: mostly(0, 1, 2),
		trait: fc.oneof(
			{ weight: 16, arbitrary: fc.constant<Doc['trait']>('fine') },
			{
				weight: 5,
				arbitrary: fc.constantFrom<Doc['trait'][]>('doubtful', 'encrypted', 'too_many_pages', 'ambiguous'),
			},
		),
		extra: fc.constantFrom(0, 10, 90, 300),
	})
	.map(({ named: [name, mimeType], failed, pages, ...rest }) => ({
		...rest,
		name,
		mimeType,
		pages,
		failedPages: failed > 0 && failed <= pages.length ? [failed] : [],
	}));

const job: fc.Arbitrary<FilePlan[][]> = fc.array(fc.array(file, { minLength: 1, maxLength: 2 }), {
	minLength: 1,
	maxLength: 3,
});

const LONG = 'x'.repeat(199);
/** Own IDs that look alike: as if one had been made from the other. */
const ids: fc.Arbitrary<Plan['ids']> = fc.constantFrom<Plan['ids'][]>(
	['order-7', 'order-7-2'],
	['order-7', 'order-7-b2'],
	null,
	['order-7', 'order-7.submission2'],
	['order-7.2', 'order-7'],
	[`${LONG}a`, `${LONG}b`],
	null,
	['order-7', 'order-7-s2'],
);

const settings: fc.Arbitrary<SettingsPlan> = fc.record({
	groupFiles: fc.constantFrom<Array<SettingsPlan['groupFiles']>>('forAllItems', 'perItem', 'perFile'),
	continueOnFail: fc.boolean(),
	output: mostly<'rows' | 'summary'>('rows', 'summary'),
	separateReview: mostly(false, true),
	ifPagesFail: fc.constantFrom<Array<'fail' | 'continue'>>('fail', 'continue'),
	questions: mostly<SettingsPlan['questions']>('none', 'accept', 'ask'),
	maximumWait: mostly(60, 1, 5),
	maxTries: mostly(1, 2, 3),
	nowInPrompt: fc.boolean(),
	cancelWhenStopped: fc.boolean(),
	excludeSourceFile: mostly(false, true),
});

const fate: fc.Arbitrary<Fate> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ seconds: fc.constantFrom(2, 30, 100, 700) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			seconds: fc.constantFrom(1, 20),
			fails: fc.constantFrom(
				'INTERNAL_ERROR',
				'SUBMISSION_STALLED',
				'CONCURRENT_TASK_LIMIT',
				'PROMPT_UNCLEAR',
				'NO_PAGES_FOUND',
				'INSUFFICIENT_CREDITS',
			),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ seconds: fc.constantFrom(5, 60), cancelled: fc.constant(true) }) },
);

const service: fc.Arbitrary<ServicePlan> = fc.record({
	partSize: fc.constantFrom(4_096, 100, 40),
	concurrent: mostly(50, 1, 2),
	credits: mostly(1_000, 3, 8),
	recommends: mostly(true, false),
	strictIds: mostly(false, true),
	skew: mostly(0, -400, 3_000),
	fates: fc.oneof(
		{ weight: 12, arbitrary: fc.array(fate, { maxLength: 6 }) },
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				...['INTERNAL_ERROR', 'CONCURRENT_TASK_LIMIT'].map((fails) =>
					Array.from({ length: 40 }, () => ({ seconds: 1, fails })),
				),
			),
		},
	),
	elsewhere: fc.oneof(
		{ weight: 4, arbitrary: fc.constant<number[]>([]) },
		{ weight: 1, arbitrary: fc.array(fc.constantFrom<number[]>(30, 400, 3_000), { maxLength: 2 }) },
	),
	cutAfter: mostly(1_000, 30, 12),
});

const EVERYWHERE: FaultKind[] = [
	'reset_before',
	'reset_after',
	'hang_before',
	'hang_after',
	'429',
	'500',
	'503',
	'408',
	'425',
	'html_502',
	'html_504_after',
	'html_200',
	'cut_json',
	'slow',
];
const fault: fc.Arbitrary<Fault> = fc
	.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				on: fc.constantFrom<Fault['on'][]>(
					'any',
					'submit',
					'put',
					'complete',
					'parts',
					'session',
					'status',
					'rows',
					'details',
					'list',
					'cancel',
					'answers',
				),
				kind: fc.constantFrom(...EVERYWHERE),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.constantFrom<Array<Pick<Fault, 'on' | 'kind'>>>(
				{ on: 'put', kind: 'storage_403' },
				{ on: 'rows', kind: 'rows_short' },
				{ on: 'rows', kind: 'rows_none' },
				{ on: 'submit', kind: 'paused' },
				{ on: 'complete', kind: 'session_lost' },
				{ on: 'parts', kind: 'session_lost' },
				{ on: 'submit', kind: 'session_lost' },
				{ on: 'complete', kind: 'file_aborted' },
				{ on: 'parts', kind: 'file_aborted' },
			),
		},
	)
	.chain((what) =>
		fc.record({
			on: fc.constant(what.on),
			kind: fc.constant(what.kind),
			after: fc.nat(['any', 'put', 'parts', 'complete', 'status'].includes(what.on) ? 5 : 1),
			// Three sessions in a row with an aborted file are the end of a request.
			times: what.kind === 'session_lost' || what.kind === 'file_aborted' ? mostly(1, 2) : mostly(1, 2, 3, 8),
			seconds: fc.constantFrom(1, 0, 20, 90),
		}),
	);

const anyRun: fc.Arbitrary<RunPlan> = fc.record(
	{
		job: mostly<0 | 1>(0, 1),
		sameExecution: mostly(false, true),
		change: mostly<RunPlan['change']>('nothing', 'prompt', 'files', 'content', 'id', 'follow'),
		end: fc.record({
			kind: fc.constantFrom<Array<EndPlan['kind']>>('kill', 'stop'),
			call: fc.integer({ min: 1, max: 14 }),
			phase: fc.constantFrom<Array<EndPlan['phase']>>('before', 'after'),
			atSubmission: mostly(false, false, true),
		}),
		alongside: mostly(false, true),
		after: fc.constantFrom(1, 30, 600, 86_400, 200_000, 8_000_000),
		withoutSessions: mostly(false, false, true),
		withoutCredits: fc.constant(false),
	},
	{
		requiredKeys: [
			'job',
			'sameExecution',
			'change',
			'alongside',
			'after',
			'withoutSessions',
			'withoutCredits',
		],
	},
);

/** Reruns that meet by chance too rarely what an earlier run has left, and that nothing but the extraction itself tells. */
const rerun = (met: Partial<RunPlan>): fc.Arbitrary<RunPlan> =>
	anyRun.map(({ end: _, ...each }) => ({ ...each, job: 0, alongside: false, ...met }));

const run: fc.Arbitrary<RunPlan> = fc.oneof(
	{ weight: 16, arbitrary: anyRun },
	{ weight: 1, arbitrary: rerun({ change: 'files', withoutSessions: true, after: 30 }) },
	{ weight: 1, arbitrary: rerun({ change: 'content', withoutSessions: false, after: 30 }) },
	{
		weight: 1,
		arbitrary: rerun({ change: 'nothing', withoutSessions: true, withoutCredits: true, after: 600 }),
	},
	{ weight: 1, arbitrary: rerun({ change: 'nothing', after: 8_000_000 }) },
);

const anyPlan: fc.Arbitrary<Plan> = fc
	.record({
		ids,
		jobs: fc.tuple(job, job),
		settings,
		service,
		faults: fc.array(fault, { maxLength: 4 }),
		runs: fc.array(run, { minLength: 1, maxLength: 4 }),
	})
	.map(({ jobs, faults, ...rest }) => ({
		...rest,
		faults: oneLossAtMost(faults),
		jobs: needsOwnIds(rest) ? oneFileEach(jobs) : jobs,
	}));

/** Three sessions in a row that are lost or have an aborted file are the end of a request, so one fault makes two at most. */
function oneLossAtMost(faults: Fault[]): Fault[] {
	const losses = faults.filter(({ kind }) => kind === 'session_lost' || kind === 'file_aborted');
	return faults.filter((each) => !losses.slice(1).includes(each));
}

/** Where each file is a request of its own, an own ID is that of an item with one file. */
const needsOwnIds = ({ ids: own, settings: { groupFiles } }: Pick<Plan, 'ids' | 'settings'>): boolean =>
	groupFiles === 'perFile' && Array.isArray(own);
const oneFileEach = ([one, other]: Plan['jobs']): Plan['jobs'] => [
	one.flat().map((each) => [each]),
	other.flat().map((each) => [each]),
];

/** The service carried it out, and its answer is lost. */
const unanswered: fc.Arbitrary<Fault> = fc
	.constantFrom<FaultKind[]>('hang_after', 'reset_after', 'html_504_after', 'cut_json')
	.map((kind) => ({ on: 'submit', kind, after: 0, times: 1, seconds: 1 }));

/**
 * A stop while the answer to the first submission is lost, of an extraction that goes on for long. By chance the three come together
 * too rarely, and a stop that waits a second for the answer knows the extraction without them.
 */
const stoppedAtSubmission: fc.Arbitrary<Plan> = fc
	.tuple(anyPlan, unanswered)
	.map(([{ settings, service, faults, runs, ...rest }, lost]) => ({
		...rest,
		settings: { ...settings, cancelWhenStopped: true },
		service: { ...service, fates: [{ seconds: 700 }, ...service.fates.slice(1)], elsewhere: [] },
		// What fails after the stop may keep it from cancelling.
		faults: [lost, ...faults.filter(({ on }) => !['any', 'submit', 'cancel'].includes(on))],
		runs: [
			{
				...runs[0]!,
				end: { kind: 'stop', call: 1, phase: 'after', atSubmission: true },
			},
			...runs.slice(1).map((each) => ({ ...each, alongside: false })),
		],
	}));

/** What changes from run to run where the same files are to be known again by their contents. */
const changes: fc.Arbitrary<Array<RunPlan['change']>> = fc.array(
	fc.constantFrom<Array<RunPlan['change']>>(
		'nothing',
		'locked',
		'fewer',
		'order',
		'rename',
		'copy',
		'follow',
		'rename',
		'nothing',
		'prompt',
		'files',
		'content',
	),
	{ minLength: 4, maxLength: 4 },
);

/** The same files in several executions, alone or beside others that cannot be read. */
const ofContents: fc.Arbitrary<Plan> = fc
	.tuple(anyPlan, changes, mostly(true, false))
	.map(([{ settings, runs, ...rest }, changed, continueOnFail]) => ({
		...rest,
		ids: 'files',
		// A prompt with the time makes another request of each try.
		settings: { ...settings, continueOnFail, nowInPrompt: false },
		runs: runs.map((each, index) => ({ ...each, change: changed[index]! })),
	}));

/** A whole history. */
export const plan: fc.Arbitrary<Plan> = fc.oneof(
	{ weight: 24, arbitrary: anyPlan },
	{ weight: 16, arbitrary: ofContents },
	{ weight: 1, arbitrary: stoppedAtSubmission },
);

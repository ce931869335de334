import type { IDataObject } from 'n8n-workflow';
import type { ExtractionPlan, Fault } from '../../../dev/sandbox';
import { COMPLETE, PARTS, RESULTS, SESSIONS, STATUS, SUBMIT } from '../../support/endpoints';
import { gives, refuses, type LinkServer } from '../../support/fixtures/linkServer';
import type { NodeFixture } from '../../support/fixtures/nodeFixture';
import { pdf, type Letter, type Letters } from './inbox';

/** The world of one case. */
export interface World {
	node: NodeFixture;
	web: LinkServer;
	letters: Letters;
}

/** What goes wrong in a run. The letter B is the one that it is about, if it is about one. */
export interface Mishap {
	what: string;
	/** Lets it happen. */
	cause(world: World): void | Promise<void>;
	/** Options that the run has. */
	options?: IDataObject;
	/** All letters are links. */
	byLink?: true;
	/** What the world does until the user acts. By default it does what it should again. */
	mend?(world: World): void | Promise<void>;
}

const HOUR_MS = 3_600_000;

/** An extraction with B ends so. */
const planned = (what: string, plan: ExtractionPlan, more: Partial<Mishap> = {}): Mishap => ({
	what: `processing: ${what}`,
	cause: ({ node }) => node.sandbox.control.planExtractions([{ ...plan, ofFile: 'b.pdf' }]),
	mend: ({ node }) => node.sandbox.control.clearPlans(),
	...more,
});
const failsWith = (code: string, more: Partial<Mishap> = {}, details?: IDataObject): Mishap =>
	planned(code, { fail: { code, details } }, more);
/** The file itself is to blame: another one has to come. */
const blamed = (code: string): Mishap => failsWith(code, { mend: undefined }, { file_names: ['b.pdf'] });

/** A request about the upload session or the extraction with B is answered so. */
function answered(endpoint: Fault['endpoint'], what: string, fault: Omit<Fault, 'endpoint'>): Mishap {
	const isOfB = ({ node }: World) => {
		const { sessions, extractions } = node.sandbox.control;
		const ids = [
			...sessions().flatMap(({ upload_session_id, files }) =>
				files.some(({ file_name }) => file_name === 'b.pdf') ? upload_session_id : [],
			),
			...extractions().flatMap(({ extraction_id, file_names }) =>
				file_names.includes('b.pdf') ? extraction_id : [],
			),
		];
		return (path: string) => ids.some((id) => path.includes(id));
	};
	return {
		what: `${endpoint}: ${what}`,
		cause: (world) =>
			world.node.sandbox.control.addFault({
				endpoint,
				count: Infinity,
				when: (path) => isOfB(world)(path),
				...fault,
			}),
	};
}
/** A request that names nothing in its path: the second of its kind, or every one, if the node tries it again. */
const refused = (endpoint: Fault['endpoint'], what: string, fault: Omit<Fault, 'endpoint'>): Mishap => ({
	what: `${endpoint}: ${what}`,
	cause: ({ node }) => node.sandbox.control.addFault({ endpoint, after: 1, ...fault }),
});
const error = (code: string, more: Partial<Fault> = {}): Omit<Fault, 'endpoint'> => ({
	kind: 'error',
	code,
	...more,
});

/** B is another file. */
const isOther = (what: string, letter: () => Promise<Letter>): Mishap => ({
	what: `the file: ${what}`,
	cause: async ({ letters }) => void (letters.b = await letter()),
	mend: () => undefined,
});
const bytesOf = (name: string, type: string, bytes: Buffer) => async (): Promise<Letter> => ({
	name,
	type,
	bytes,
});

/** The link to B is answered so. */
const link = (what: string, answer: Parameters<LinkServer['on']>[1]): Mishap => ({
	what: `the link: ${what}`,
	byLink: true,
	cause: ({ web, letters }) => void (letters.b!.link = web.on('/b.pdf', answer)),
	mend: ({ web, letters }) =>
		void (letters.b!.link = web.on('/b.pdf', gives(letters.b!.bytes, { 'content-type': 'application/pdf' }))),
});

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const MISHAPS: Mishap[] = [
	isOther(
		'a ZIP that is called .pdf',
		bytesOf('b.pdf', 'application/pdf', Buffer.from('504b03040a0000000000', 'hex')),
	),
	isOther('empty', bytesOf('b.pdf', 'application/pdf', Buffer.alloc(0))),
	isOther(
		'a picture over the limit',
		bytesOf('b.png', 'image/png', Buffer.concat([PNG_START, Buffer.alloc(6 * 1024 * 1024)])),
	),
	isOther('protected', async () => await pdf('b', { encrypted: true })),
	{
		what: 'the file: lost in n8n',
		cause: ({ letters }) => void (letters.b!.isLost = true),
		mend: ({ letters }) => void (letters.b!.isLost = false),
	},
	link('asks for a sign-in', refuses(401)),
	link('does not allow access', refuses(403)),
	link('not found', refuses(404)),
	link('expired', refuses(410)),
	link('fails', refuses(500)),
	link('a web page', gives('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' })),
	refused(SESSIONS, 'INVALID_INPUT', error('INVALID_INPUT')),
	refused(SESSIONS, 'FORBIDDEN', error('FORBIDDEN')),
	refused(SESSIONS, 'INSUFFICIENT_CREDITS', error('INSUFFICIENT_CREDITS')),
	refused(SESSIONS, 'a key that has expired', error('API_KEY_EXPIRED')),
	refused(SESSIONS, 'an internal error for long', error('INTERNAL_ERROR', { count: Infinity })),
	refused(SESSIONS, 'a code of tomorrow', error('CODE_OF_TOMORROW')),
	answered(PARTS, 'an internal error for long', error('INTERNAL_ERROR')),
	answered(PARTS, 'a web page', { kind: 'html' }),
	answered(PARTS, 'FILE_NOT_FOUND', error('FILE_NOT_FOUND')),
	answered(COMPLETE, 'FILE_ABORTED', error('FILE_ABORTED')),
	answered(COMPLETE, 'INVALID_COMPLETION_PARTS', error('INVALID_COMPLETION_PARTS')),
	answered(COMPLETE, 'OBJECT_SIZE_MISMATCH', error('OBJECT_SIZE_MISMATCH')),
	answered(COMPLETE, 'UPLOAD_COMPLETE_FAILED', error('UPLOAD_COMPLETE_FAILED')),
	answered(COMPLETE, 'UPLOAD_ID_NOT_FOUND', error('UPLOAD_ID_NOT_FOUND')),
	answered(COMPLETE, 'a code of tomorrow', error('CODE_OF_TOMORROW')),
	refused(SUBMIT, 'INVALID_INPUT', error('INVALID_INPUT')),
	refused(SUBMIT, 'FORBIDDEN', error('FORBIDDEN')),
	refused(SUBMIT, 'a code of tomorrow', error('CODE_OF_TOMORROW')),
	refused(
		SUBMIT,
		'a pause of hours',
		error('SUBMISSIONS_PAUSED', { count: Infinity, retryAfterSeconds: 7_200 }),
	),
	refused(SUBMIT, 'answers that are lost', { kind: 'reset_after', count: Infinity }),
	blamed('ENCRYPTED_FILE'),
	blamed('FILE_PAGE_LIMIT_EXCEEDED'),
	blamed('FILE_SIZE_LIMIT_EXCEEDED'),
	blamed('PROCESSING_FILE_SIZE_LIMIT_EXCEEDED'),
	failsWith('NO_PAGES_FOUND'),
	failsWith('VALIDATION_FAILED'),
	failsWith('PROMPT_REJECTED'),
	failsWith('PROMPT_UNCLEAR'),
	failsWith('INSUFFICIENT_CREDITS'),
	failsWith('INTERNAL_ERROR'),
	failsWith('SUBMISSION_STALLED'),
	failsWith('CONCURRENT_TASK_LIMIT'),
	failsWith('CODE_OF_TOMORROW'),
	planned('cancelled in the dashboard', { cancelled: true }),
	planned('a page that cannot be read', { failedPages: 1 }),
	planned(
		'longer than the maximum wait',
		{ processingMs: 3 * HOUR_MS },
		{
			options: { maximumWait: 1 },
			mend: async ({ node }) => await node.sandbox.control.advanceClock(4 * HOUR_MS),
		},
	),
	answered(STATUS, 'FORBIDDEN', error('FORBIDDEN')),
	answered(STATUS, 'EXTRACTION_NOT_FOUND', error('EXTRACTION_NOT_FOUND')),
	answered(STATUS, 'a key that was revoked', error('API_KEY_REVOKED')),
	answered(STATUS, 'a web page', { kind: 'html' }),
	answered(RESULTS, 'an internal error for long', error('INTERNAL_ERROR')),
	answered(RESULTS, 'OUTPUT_EXPIRED', error('OUTPUT_EXPIRED')),
	answered(RESULTS, 'FORBIDDEN', error('FORBIDDEN')),
];

const LONG = [
	'POST /extractions: a pause of hours',
	'POST /extractions: answers that are lost',
	'processing: CONCURRENT_TASK_LIMIT',
	'GET /extractions/{extraction_id}: a web page',
];

/** Whether the node waits for long before it gives up. */
export const isLong = ({ what }: Mishap): boolean => LONG.includes(what);

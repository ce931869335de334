import { services } from '../../nodes/DocumentDataExtraction/api/rate/services';
import { page, redirect, refusal, untrusted, type Answer } from '../support/http/answers';
import {
	MAIN_JOB,
	partAddresses,
	partUrl,
	SIGNATURE,
	STORAGE,
	WELL,
	type Step,
} from '../support/http/service';
import { everythingOf } from '../support/everythingOf';
import { HttpFixture } from '../support/fixtures/HttpFixture';

let http: HttpFixture;
beforeEach(async () => {
	// Once the API has answered, a web page is a fault that passes.
	services.clear();
	http = await HttpFixture.open();
});
afterEach(async () => await http.close());

const forbidden: Answer = { status: 403, body: `<Error>${SIGNATURE}</Error>`, headers: {} };

interface Failure {
	step: Step;
	answers: Answer[];
	/** What else goes on the wire before the failure is final. */
	more?: Partial<Record<Step, Answer[]>>;
}

const FAILURES: Record<string, Failure> = {
	'a wrong key': { step: 'session', answers: [refusal(401, 'UNAUTHENTICATED')] },
	'an unknown code': { step: 'submit', answers: [refusal(422, 'CODE_OF_THE_FUTURE')] },
	'a web page': { step: 'session', answers: [page(200)] },
	'a redirect': { step: 'submit', answers: [redirect(302, `${STORAGE}/?${SIGNATURE}`)] },
	'an untrusted API': { step: 'complete', answers: [untrusted] },
	'a reset, then an untrusted API': { step: 'submit', answers: [{ brokenBy: 'ECONNRESET' }, untrusted] },
	'an untrusted storage': { step: 'put', answers: [untrusted] },
	'a reset, then a storage that refuses': {
		step: 'put',
		answers: [{ brokenBy: 'ECONNRESET' }, { status: 400, body: partUrl(1), headers: {} }],
	},
	'a storage that forbids twice': {
		step: 'put',
		answers: [forbidden, forbidden],
		more: { parts: [partAddresses(1, 1), partAddresses(1, 1)] },
	},
	'a storage that sends elsewhere': { step: 'put', answers: [redirect(307, partUrl(2))] },
	'an address that is none': {
		step: 'parts',
		answers: [
			{
				status: 200,
				headers: {},
				body: `{"upload_session_id":"mail-1","file_id":"file-1","part_size":6,"part_urls":[{"part_number":1,"url":"://${SIGNATURE}?${SIGNATURE}"}]}`,
			},
		],
	},
	'rows that cannot be read': {
		step: 'results',
		answers: [{ status: 200, headers: {}, body: '{"rows":7}' }],
	},
};

/** Every step up to the failing one, which fails. */
function plan({ step, answers, more = {} }: Failure): void {
	for (const before of MAIN_JOB.slice(0, MAIN_JOB.indexOf(step)))
		http.plan(before, ...(more[before] ?? [WELL[before]]));
	http.plan(step, ...answers);
}

const WAYS = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

describe.each(Object.entries(FAILURES))('after %s', (_name, failure) => {
	it.each(WAYS)('neither the key nor a signature is in the run (on error: %s)', async (onError) => {
		plan(failure);
		const run = await http.extract({}, { onError });
		const failed =
			onError === undefined
				? run.error
				: [...run.items, ...run.secondOutput].find((item) => 'error' in item.json);
		expect(failed).toBeDefined();
		const everything = everythingOf(run);
		expect(everything).not.toContain(http.apiKey);
		expect(everything).not.toContain(SIGNATURE);
		http.expectAllAsPlanned();
	});
});

describe('a failed download', () => {
	it.each([untrusted, { status: 400, body: SIGNATURE, headers: {} }] as Answer[])(
		'shows neither the key nor the signed URL (%j)',
		async (answer) => {
			http.planJob({ output: [WELL.output], download: [answer] });
			const run = await http.extract({ output: 'files' });
			expect(run.error).toBeDefined();
			expect(everythingOf(run)).not.toContain(http.apiKey);
			expect(everythingOf(run)).not.toContain(SIGNATURE);
		},
	);
});

describe('a run that goes well', () => {
	it.each(['rows', 'summary', 'files'])('hands out neither with its %s', async (output) => {
		const files = output === 'files' ? { output: [WELL.output], download: [WELL.download] } : {};
		http.planJob(files);
		const run = await http.extract({ output });
		expect(run.items).toHaveLength(1);
		expect(everythingOf(run)).not.toContain(http.apiKey);
		expect(everythingOf(run)).not.toContain(SIGNATURE);
	});
});

it('would notice a secret in a hidden property of an error', async () => {
	http.plan('balance', refusal(422, 'CODE_OF_THE_FUTURE', { message: `Your key ${SIGNATURE} is wrong` }));
	expect(everythingOf(await http.getBalance())).toContain(SIGNATURE);
});

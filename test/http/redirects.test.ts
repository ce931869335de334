import nock from 'nock';
import { redirect } from '../support/http/answers';
import { MAIN_JOB, WELL, type Step } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';

const ELSEWHERE = 'https://elsewhere.example.com';

let http: HttpFixture;
let reachedElsewhere: string[];
beforeEach(async () => {
	http = await HttpFixture.open();
	reachedElsewhere = [];
	const elsewhere = nock(ELSEWHERE).persist();
	elsewhere.on('request', ({ method, path }) => reachedElsewhere.push(`${method} ${path}`));
	for (const method of ['GET', 'POST', 'PUT']) elsewhere.intercept(/.*/, method).reply(200, '{}');
});
afterEach(async () => await http.close());

const untilStep = (step: Step): Step[] => MAIN_JOB.slice(0, MAIN_JOB.indexOf(step) + 1);

/** The main job up to a step that sends the caller elsewhere. */
function planRedirectAt(step: Step, status: number): void {
	for (const before of untilStep(step).slice(0, -1)) http.plan(before, WELL[before]);
	http.plan(step, redirect(status, `${ELSEWHERE}/v1/somewhere`));
}

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('with HTTP %d does not take the key elsewhere', async (status) => {
		http.plan('balance', redirect(status, `${ELSEWHERE}/v1/credits/balance`));
		const run = await http.getBalance();
		expect(reachedElsewhere).toEqual([]);
		expect(run.error?.message).toBe(
			`Something other than the service responded: HTTP ${status} with an unknown body instead of JSON`,
		);
		expect(run.error?.description).toMatch(/^Check the Base URL of the credential.*\(NOT_THE_API\)$/);
		expect(http.steps).toEqual(['balance']);
	});

	it.each(MAIN_JOB.filter((step) => step !== 'put'))('of the step %s is not followed', async (step) => {
		planRedirectAt(step, 307);
		const run = await http.extract();
		expect(reachedElsewhere).toEqual([]);
		expect(run.error?.message).toMatch(/^Something other than the service responded: HTTP 307/);
		expect(http.steps).toEqual(untilStep(step));
	});

	it('of the storage does not take the bytes elsewhere', async () => {
		planRedirectAt('put', 307);
		const run = await http.extract();
		expect(reachedElsewhere).toEqual([]);
		expect(run.error?.message).toMatch(
			/^The file storage of the service refused the transfer: The storage at storage\.example\.com responded with HTTP 307/,
		);
	});

	it('of a download does not fetch a file from elsewhere', async () => {
		http.planJob({
			output: [WELL.output],
			download: [redirect(302, `${ELSEWHERE}/download/rows.xlsx`)],
		});
		const run = await http.extract({ output: 'files' });
		expect(reachedElsewhere).toEqual([]);
		expect(run.error?.message).toMatch(/^The file storage of the service refused the transfer/);
	});
});

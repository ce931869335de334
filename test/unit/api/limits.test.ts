import { inMegabytes, LIMITS, REQUESTS_PER_MINUTE } from '../../../nodes/DocumentDataExtraction/api/limits';

// Written down a second time, from the contract's tables, so that a slip in either place shows.
describe('the limits of the contract', () => {
	it('has the sizes in bytes', () => {
		expect(LIMITS.pdfBytes).toBe(157_286_400);
		expect(LIMITS.imageBytes).toBe(5_242_880);
		expect(LIMITS.sessionBytes).toBe(2_147_483_648);
	});

	it('has the counts, lengths and times', () => {
		expect(LIMITS).toMatchObject({
			sessionFiles: 6000,
			partNumbersPerRequest: 1000,
			partUrlLifeMs: 900_000,
			retentionDays: 90,
			answerHours: 40,
			waitSeconds: { max: 45 },
			pollPauseMs: 5000,
			identifier: { max: 200 },
			taskName: { min: 3, max: 40 },
			promptText: { max: 2500 },
			fieldName: { min: 2, max: 50 },
			fieldPrompt: { min: 3, max: 600 },
			generalPrompt: { max: 1500 },
			listPage: { max: 100 },
			resultsPage: { max: 1000 },
		});
	});

	it('has every class of endpoints with its requests a minute', () => {
		expect(REQUESTS_PER_MINUTE).toEqual({
			upload: 600,
			submit: 30,
			status: 120,
			results: 60,
			list: 60,
			details: 60,
			output: 30,
			delete: 30,
			cancel: 30,
			answers: 30,
			balance: 60,
		});
	});

	it.each([
		[LIMITS.pdfBytes, '150 MB'],
		[LIMITS.sessionBytes, '2048 MB'],
		[LIMITS.imageBytes + 1024 * 1024 * 0.25, '5.25 MB'],
		[0, '0 MB'],
	])('writes %d bytes as %s', (bytes, words) => expect(inMegabytes(bytes)).toBe(words));
});

import { describeFailure } from '../../../../nodes/DocumentDataExtraction/api/errors/describeFailure';

const failure = { message: '', retryable: false };

describe('describing a failure', () => {
	it('joins the sentence of the code with the words of the service', () => {
		expect(
			describeFailure({
				...failure,
				code: 'INVALID_INPUT',
				message: 'The body is invalid (limit: Too big).',
			}),
		).toEqual({
			message: 'The service refused the request as invalid: The body is invalid (limit: Too big)',
			nextStep: 'Correct the parameters named in the message. Then run again. (INVALID_INPUT)',
		});
	});

	it('says once what the service says in more words', () => {
		const message = 'The parts do not cover the whole file with their ETags.';
		const details = { reason: 'e_tag_mismatch', part_numbers: [2] };
		expect(describeFailure({ ...failure, code: 'INVALID_COMPLETION_PARTS', message, details }).message).toBe(
			'The parts do not cover the whole file with their ETags: reason: e_tag_mismatch; part numbers: 2',
		);
	});

	it.each(['INVALID_COMPLETION_PARTS', 'OBJECT_SIZE_MISMATCH', 'FILE_NOT_UPLOADABLE'])(
		'names no step by hand to those who send whole files (%s)',
		(code) => {
			const { nextStep } = describeFailure({ ...failure, code });
			expect(nextStep).toMatch(/^Run again to upload the file/);
			expect(nextStep).not.toMatch(/Complete File/);
		},
	);

	it('shows the words of the service where it does not know the code', () => {
		const { message, nextStep } = describeFailure({
			...failure,
			code: 'QUOTA_OF_THE_FUTURE',
			message: 'The quota of the future is used up.',
		});
		expect(message).toBe('The quota of the future is used up.');
		expect(nextStep).toMatch(/new to this node.*\(QUOTA_OF_THE_FUTURE\)$/);
	});

	it.each(['', 'constructor', '__proto__', 'toString'])(
		'has a sentence for the code "%s" without words',
		(code) => expect(describeFailure({ ...failure, code }).message).toBe('The service reported an error'),
	);

	it.each([
		[7_200_000, /: the service asks to wait 120 minutes$/],
		[60_000, /in a minute with this API key$/],
		[undefined, /in a minute with this API key$/],
	])('tells a pause of %s milliseconds where it is longer than usual', (retryAfterMs, words) => {
		const { message, nextStep } = describeFailure({ ...failure, code: 'RATE_LIMITED', retryAfterMs });
		expect(message).toMatch(words);
		expect(nextStep).toMatch(/^Run again after a minute, or after the time in the message/);
	});

	it('names the files that it is about, once', () => {
		const details = { file_names: ['a.pdf', 'b.pdf'] };
		expect(describeFailure({ ...failure, code: 'ENCRYPTED_FILE', details }).message).toBe(
			'A file is protected with a password: a.pdf, b.pdf',
		);
		const named = {
			...failure,
			code: 'FILE_ABORTED',
			message: '"a.pdf" is gone',
			details: { file_name: 'a.pdf' },
		};
		expect(describeFailure(named).message).toBe(
			'The service aborted the upload of this file: "a.pdf" is gone',
		);
	});

	it.each([
		[{ credits_balance: 10, credits_reserved: 4, file_count: 9 }, '9 needed, 6 available'],
		[{ credits_balance: 10, credits_reserved: 4, credits_required: 7 }, '7 needed, 6 available'],
		[{ credits_balance: 10, credits_reserved: 4 }, '6 available'],
	])('gives the figures of missing credits (%j)', (details, figures) =>
		expect(describeFailure({ ...failure, code: 'INSUFFICIENT_CREDITS', details }).message).toBe(
			`Not enough credits: ${figures}`,
		),
	);

	it.each([{ credits_balance: 10 }, { credits_reserved: 4 }, { credits_balance: '10', credits_reserved: 4 }])(
		'gives no figures that it cannot work out (%j)',
		(details) =>
			expect(describeFailure({ ...failure, code: 'INSUFFICIENT_CREDITS', details }).message).toBe(
				'Not enough credits',
			),
	);

	it.each([
		[{ reason: 'missing_parts', part_numbers: [2, 3] }, 'reason: missing_parts; part numbers: 2, 3'],
		[{ reason: 'missing_parts', part_numbers: [2] }, 'reason: missing_parts; part numbers: 2'],
		[{ reason: 'missing_e_tag', part_numbers: [] }, 'reason: missing_e_tag'],
		[{ reason: 'not_in_order' }, 'reason: not_in_order'],
	])('says which check of the parts failed (%j)', (details, check) =>
		expect(describeFailure({ ...failure, code: 'INVALID_COMPLETION_PARTS', details }).message).toBe(
			`The parts do not cover the whole file: ${check}`,
		),
	);

	it.each([
		[
			'OBJECT_SIZE_MISMATCH',
			{ declared_size_bytes: 10, actual_size_bytes: 7 },
			/: declared size bytes: 10; actual size bytes: 7$/,
		],
		['EXTRACTION_NOT_CANCELLABLE', { status: 'completed' }, /: status: completed$/],
		[
			'SUBMISSION_ID_ALREADY_USED',
			{ extraction_id: 'e1', differing_fields: ['prompt', 'options.output_language'] },
			/^This Submission ID was already used for another request: extraction id: e1; differing fields: prompt, options\.output_language$/,
		],
		['SUBMISSION_ID_ALREADY_USED', { differing_fields: ['prompt'] }, /: differing fields: prompt$/],
		['A_NEW_CODE', { pages: [{ page: 1 }], limit: 5, hint: null }, /: limit: 5$/],
	])('says what the details of %s say (%j)', (code, details, expected) =>
		expect(describeFailure({ ...failure, code, details }).message).toMatch(expected),
	);

	it('names five of many files, and how many more there are', () => {
		const details = { file_names: Array.from({ length: 6000 }, (_, index) => `${index}.pdf`) };
		expect(describeFailure({ ...failure, code: 'ENCRYPTED_FILE', details }).message).toMatch(
			/: 0\.pdf, .*, 4\.pdf and 5995 more$/,
		);
	});

	it.each(['SIGNED_URL_EXPIRED', 'STORAGE_REFUSED'])('says of %s which host to look at', (code) => {
		const message = 'The storage at files.example.com responded with HTTP 403';
		const described = describeFailure({ ...failure, code, message });
		expect(described.message).toContain(message);
		expect(described.nextStep).toMatch(/the host named in the message/);
	});

	it('names the first five of many parts', () => {
		const details = { reason: 'missing', part_numbers: Array.from({ length: 11 }, (_, index) => index + 1) };
		expect(describeFailure({ ...failure, code: 'INVALID_COMPLETION_PARTS', details }).message).toMatch(
			/part numbers: 1, 2, 3, 4, 5 and 6 more$/,
		);
	});

	it('leaves out spaces and the full stop around the words of the service', () =>
		expect(describeFailure({ ...failure, code: 'FORBIDDEN', message: '  Not yours. ' }).message).toBe(
			'Only team admins can use the extractions of the team: Not yours',
		));

	it('gives the ID of the extraction with the next step', () => {
		const { nextStep } = describeFailure({ ...failure, code: 'WAIT_MAXIMUM_REACHED', extractionId: 'abc' });
		expect(nextStep).toMatch(/Extraction ID: abc\. \(WAIT_MAXIMUM_REACHED\)$/);
	});
});

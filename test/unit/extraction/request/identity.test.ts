import fc from 'fast-check';
import { isIdentifier } from '../../../../nodes/DocumentDataExtraction/api/identifiers';
import {
	allowedId,
	batchId,
	contentId,
	derivedId,
	fileIdAt,
	filesIdentity,
	sessionId,
	submissionId,
	type RunIdentity,
} from '../../../../nodes/DocumentDataExtraction/extraction/request/identity';
import type { Terms } from '../../../../nodes/DocumentDataExtraction/extraction/request/compare';

const RUN: RunIdentity = {
	instanceId: 'instance',
	workflowId: 'workflow',
	executionId: '7',
	nodeId: 'node',
	runIndex: 0,
	askedFor: ['Total'],
};
const REQUEST = filesIdentity([{ itemIndex: 0, position: 0, sessionName: 'a.pdf', bytes: 10 }]);

const givenId = fc
	.string({ unit: fc.constantFrom(...'abcXYZ019._:-'), minLength: 1, maxLength: 200 })
	.filter((id) => isIdentifier(id));

describe('the id of a run', () => {
	it('is the same when the same run is tried again', () => {
		expect(derivedId({ ...RUN }, 1, structuredClone(REQUEST))).toBe(derivedId(RUN, 1, REQUEST));
		expect(derivedId(RUN, 1, REQUEST)).toMatch(/^n8n-[0-9a-f]{40}$/);
	});

	it('differs with everything that makes it another run, batch or file', () => {
		const others = [
			derivedId({ ...RUN, instanceId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, workflowId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, executionId: '8' }, 1, REQUEST),
			derivedId({ ...RUN, nodeId: 'other' }, 1, REQUEST),
			derivedId({ ...RUN, runIndex: 1 }, 1, REQUEST),
			derivedId({ ...RUN, askedFor: ['Date'] }, 1, REQUEST),
			derivedId(RUN, 2, REQUEST),
			derivedId(RUN, 1, filesIdentity([{ itemIndex: 1, position: 0, sessionName: 'a.pdf', bytes: 10 }])),
			derivedId(RUN, 1, filesIdentity([{ itemIndex: 0, position: 1, sessionName: 'a.pdf', bytes: 10 }])),
			derivedId(RUN, 1, filesIdentity([{ itemIndex: 0, position: 0, sessionName: 'b.pdf', bytes: 10 }])),
			derivedId(RUN, 1, filesIdentity([{ itemIndex: 0, position: 0, sessionName: 'a.pdf', bytes: 11 }])),
			derivedId(RUN, 1, REQUEST),
		];
		expect(new Set(others).size).toBe(others.length);
	});

	it('does not confuse parts that meet', () =>
		expect(derivedId({ ...RUN, workflowId: 'a', executionId: 'bc' }, 1, REQUEST)).not.toBe(
			derivedId({ ...RUN, workflowId: 'ab', executionId: 'c' }, 1, REQUEST),
		));
});

describe('the id that is sent for a text of the user', () => {
	it('is the text where the contract allows it', () =>
		fc.assert(fc.property(givenId, (id) => expect(allowedId(id)).toBe(id))));

	it.each([
		['<CAF=abc@mail.example>', /^CAF-abc-mail\.example\.t\.[0-9a-f]{24}$/],
		['Rechnung März 2026 / 17', /^Rechnung-Marz-2026-17\.t\.[0-9a-f]{24}$/],
		['請求書', /^id\.t\.[0-9a-f]{24}$/],
		['x'.repeat(5000), /^x{100}\.t\.[0-9a-f]{24}$/],
		['..', /^\.\.\.t\.[0-9a-f]{24}$/],
	])('can be read: %s', (text, id) => {
		expect(allowedId(text)).toMatch(id);
		expect(allowedId(allowedId(text))).toBe(allowedId(text));
	});

	it('is allowed, and another for another text', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary', minLength: 1 }),
			fc.string({ unit: fc.constantFrom(...'aA-. é/'), minLength: 1 }),
		);
		fc.assert(
			fc.property(text, text, (one, other) => {
				expect(isIdentifier(allowedId(one))).toBe(true);
				expect(allowedId(one) === allowedId(other)).toBe(one === other);
			}),
		);
	});

	it('is another where only half characters differ', () =>
		expect(allowedId('a\ud800')).not.toBe(allowedId('a\ud801')));

	it('is empty for none', () => expect(allowedId('')).toBe(''));
});

describe('ids made of a given one', () => {
	const MADE = [batchId, sessionId, submissionId];

	it('keep the first as it was given, and number the others', () => {
		expect(MADE.map((made) => made('mail-1', 1))).toEqual(['mail-1', 'mail-1', 'mail-1']);
		expect(batchId('mail-1', 2)).toMatch(/^mail-1\.b2\.[0-9a-f]{12}$/);
		expect(sessionId('mail-1', 3)).toMatch(/^mail-1\.u3\.[0-9a-f]{12}$/);
		expect(submissionId('mail-1', 12)).toMatch(/^mail-1\.s12\.[0-9a-f]{12}$/);
	});

	it('are the same each time', () =>
		expect(MADE.map((made) => made('mail-1', 2))).toEqual(MADE.map((made) => made('mail-1', 2))));

	it('are all different and within the contract, however long the given one is', () =>
		fc.assert(
			fc.property(givenId, (id) => {
				const ids = [1, 2, 3, 12].flatMap((batch) => {
					const ofBatch = batchId(id, batch);
					return [ofBatch, ...[2, 60].flatMap((n) => [sessionId(ofBatch, n), submissionId(ofBatch, n)])];
				});
				expect(ids.filter((id) => !isIdentifier(id))).toEqual([]);
				expect(new Set(ids).size).toBe(ids.length);
			}),
		));

	it('never meet an ID that looks like one of them', () => {
		const digest = submissionId('order-7', 2).slice(-12);
		const typed = [
			'order-7-2',
			'order-7-b2',
			'order-7.s2',
			'order-7.2',
			'order-7.s2.',
			`order-72.s2.${digest}`,
		];
		const ofOrder = MADE.flatMap((made) => [2, 3, 22].map((n) => made('order-7', n)));
		const ofTyped = typed.flatMap((id) => [id, ...MADE.flatMap((made) => [2, 3].map((n) => made(id, n)))]);
		expect(ofTyped.filter((id) => ofOrder.includes(id))).toEqual([]);
	});

	it('keep the given one whole as long as it fits', () =>
		expect(submissionId('x'.repeat(184), 2)).toMatch(/^x{184}\.s2\.[0-9a-f]{12}$/));

	it('stay different where long given ones differ only at their end', () => {
		const [a, b] = ['a', 'b'].map((end) => submissionId('x'.repeat(199) + end, 2));
		expect(a).not.toBe(b);
		expect(a).toHaveLength(200);
	});
});

it('names files by their place', () => {
	expect([0, 1, 5999].map((index) => fileIdAt(index))).toEqual(['file-1', 'file-2', 'file-6000']);
});

describe('an ID of the contents', () => {
	const file = (sessionName: string, sha256?: string) => ({ sessionName, digest: { sha256 } });
	const FILES = [file('a.pdf', '01'), file('b.pdf', '02')];
	const ASKED = {
		task_name: 'March',
		prompt: 'Total',
		output_structure: 'per_invoice',
		options: { exclude_columns: ['source_file', 'review_needed'], json_typed_values: true },
	};
	const idOf = (files = FILES, asked: Partial<Record<keyof typeof ASKED, unknown>> = {}) =>
		contentId(files, { ...ASKED, ...asked } as Partial<Terms>);

	it('is within the contract, and the same for the same in any order', () => {
		expect(idOf()).toMatch(/^files-[0-9a-f]{40}$/);
		expect(isIdentifier(idOf())).toBe(true);
		expect(idOf([...FILES].reverse())).toBe(idOf());
		const options = { json_typed_values: true, exclude_columns: ['source_file', 'review_needed'] };
		expect(idOf(FILES, { options })).toBe(idOf());
	});

	it('does not depend on the name of the extraction or on an email', () => {
		expect(idOf(FILES, { task_name: 'April' })).toBe(idOf());
		const options = { ...ASKED.options, send_completion_email: true };
		expect(idOf(FILES, { options })).toBe(idOf());
	});

	it.each<[string, object, object]>([
		[
			'columns in another order',
			{ exclude_columns: ['review_needed', 'source_file'] },
			{ exclude_columns: ['source_file', 'review_needed', 'source_file'] },
		],
		['no column', {}, { exclude_columns: [] }],
		['the language that is usual', {}, { output_language: 'automatic' }],
		['text as values', {}, { json_typed_values: false }],
		['no questions', {}, { ask_questions: false }],
		['colors', {}, { review_needed_fill_color: 'red', affected_field_fill_color: 'none' }],
		['an option that is not said', {}, { output_language: undefined }],
	])('is the same with %s', (_, options, other) =>
		expect(idOf(FILES, { options: other })).toBe(idOf(FILES, { options })),
	);

	it.each<[string, object]>([
		['columns', { exclude_columns: ['source_file'] }],
		['a language', { output_language: 'de' }],
		['typed values', { json_typed_values: true }],
		['questions', { ask_questions: true }],
		['an option that comes later', { reading_order: 'by column' }],
	])('is another with %s', (_, options) =>
		expect(idOf(FILES, { options })).not.toBe(idOf(FILES, { options: {} })),
	);

	it.each([
		['contents', idOf([FILES[0]!, file('b.pdf', '03')])],
		['contents that cannot be read', idOf([FILES[0]!, file('b.pdf')])],
		['names', idOf([FILES[0]!, file('c.pdf', '02')])],
		["contents under each other's names", idOf([file('a.pdf', '02'), file('b.pdf', '01')])],
		['a file less', idOf(FILES.slice(1))],
		['a prompt', idOf(FILES, { prompt: 'Net' })],
		['a structure', idOf(FILES, { output_structure: 'automatic' })],
		['an option', idOf(FILES, { options: { ...ASKED.options, json_typed_values: false } })],
	])('is another for other %s', (_, other) => expect(other).not.toBe(idOf()));
});

import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { errorJson, toNodeError } from '../../../../nodes/DocumentDataExtraction/api/errors/nodeError';
import { InputProblems } from '../../../../nodes/DocumentDataExtraction/shared/problems';

const NODE: INode = {
	id: 'n1',
	name: 'Extract',
	type: 'documentDataExtraction',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('a failure of the service as an error of n8n', () => {
	const failure = {
		code: 'INSUFFICIENT_CREDITS',
		message: '',
		retryable: false,
		httpStatus: 402,
		details: { credits_balance: 3, credits_reserved: 1, file_count: 5 },
	};

	it('says what happened, to which item, and what to do, and keeps the facts', () => {
		const error = toNodeError(NODE, new ServiceError({ ...failure, itemIndex: 2, extractionId: 'abc' }));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Not enough credits: 5 needed, 2 available');
		expect(error.description).toMatch(/^Add credits .* Extraction ID: abc\. \(INSUFFICIENT_CREDITS\)$/);
		expect(error).toMatchObject({ httpCode: '402' });
		expect(error.context).toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			retryable: false,
			details: failure.details,
			extraction_id: 'abc',
			itemIndex: 2,
		});
	});

	it.each([
		['the item it was met at, as the panel counts it', {}, { itemIndex: 7, items: 9 }, /^Item 8: Not enough/],
		['the item it is about', { itemIndex: 0 }, { itemIndex: 7, items: 9 }, /^Item 1: Not enough/],
		['no item if there is only one', { itemIndex: 0 }, { items: 1 }, /^Not enough/],
		['no item if it is about none', {}, { items: 9 }, /^Not enough/],
		[
			'no item if a file says where',
			{ details: { file_names: ['a.pdf'] } },
			{ itemIndex: 7, items: 9 },
			/^Not/,
		],
	])('says where a problem is: %s', (_where, about, at, message) => {
		const error = toNodeError(NODE, new ServiceError({ ...failure, ...about }), at);
		expect(error.message).toMatch(message);
	});

	it('holds nothing that n8n would take for HTML', () => {
		const error = toNodeError(
			NODE,
			new ServiceError({
				...failure,
				code: 'INVALID_INPUT',
				message: '<abc@mail>',
				details: null,
				nextStep: 'Look at <b>.',
			}),
		);
		expect(error.message).toBe('The service refused the request as invalid: ‹abc@mail›');
		expect(error.description).toContain('Look at ‹b›.');
	});

	it.each(['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])(
		'keeps its own sentence where n8n has one for %s',
		(cause) => {
			const reset = new ServiceError({
				code: 'CONNECTION_FAILED',
				message: `${cause} at api.example.com`,
				retryable: true,
			});
			expect(toNodeError(NODE, reset, { itemIndex: 1 }).message).toBe(
				`The service could not be reached: ${cause} at api.example.com`,
			);
		},
	);
});

describe('problems of the input as an error of n8n', () => {
	const one = { text: 'It is empty', parameter: 'Prompt', itemIndex: 1 };

	it('is the problem where there is one', () => {
		const error = toNodeError(NODE, new InputProblems([one]));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Prompt: It is empty');
		expect(toNodeError(NODE, new InputProblems([one]), { items: 3 }).message).toBe(
			'Item 2, Prompt: It is empty',
		);
		expect(error.description).toBe('Nothing was sent. Correct it and run again.');
		expect(error.context).toMatchObject({ code: 'INVALID_PARAMETERS', retryable: false, itemIndex: 1 });
	});

	it('says of one item of several only what was not sent for it', () =>
		expect(toNodeError(NODE, new InputProblems([one]), { itemIndex: 1, items: 3 }).description).toBe(
			'Nothing was sent for this item. Correct it and run again.',
		));

	it('says how to correct it if the problem does', () =>
		expect(toNodeError(NODE, new InputProblems([{ ...one, nextStep: 'Write one.' }])).description).toBe(
			'Write one.',
		));

	const seven = Array.from({ length: 7 }, (_, index) => ({ text: `Problem ${index + 1}` }));

	it('lists problems in lines that n8n keeps apart, and in plain lines for a workflow', () => {
		const error = toNodeError(
			NODE,
			new InputProblems([one, { text: 'Not <b>', nextStep: 'Use three letters' }]),
			{ itemIndex: 4, items: 9 },
		);
		expect(error.message).toBe('2 problems with the input. Nothing was sent for this item.');
		expect(error.description).toBe('• Item 2, Prompt: It is empty<br>• Item 5: Not ‹b›. Use three letters');
		expect(errorJson(error).error).toMatchObject({
			next_step: '• Item 2, Prompt: It is empty\n• Item 5: Not ‹b›. Use three letters',
		});
	});

	it('lists the first ones if there are many', () =>
		expect(toNodeError(NODE, new InputProblems(seven)).description).toMatch(
			/^• Problem 1<br>.*• Problem 5<br>• and 2 more$/,
		));

	it('says a problem of several items once', () => {
		const problems = [0, 1, 3].map((itemIndex) => ({ ...one, itemIndex }));
		expect(toNodeError(NODE, new InputProblems(problems), { items: 5 }).message).toBe(
			'Items 1, 2, 4, Prompt: It is empty',
		);
		expect(toNodeError(NODE, new InputProblems(problems), { items: 3 }).message).toBe('Prompt: It is empty');
	});

	it.each([
		[[1, 1, 1], 'Item 2, Prompt: It is empty, and 2 more like this'],
		[[0, 1, 1], 'Items 1, 2, Prompt: It is empty, and 2 more like this'],
		[[undefined, undefined], 'Prompt: It is empty, and 1 more like this'],
	])('counts a problem that the items %j have in several places', (itemIndexes, message) => {
		const problems = itemIndexes.map((itemIndex) => ({ ...one, itemIndex }));
		expect(toNodeError(NODE, new InputProblems(problems), { items: 5 }).message).toBe(message);
	});

	it('names no item of a file', () =>
		expect(
			toNodeError(NODE, new InputProblems([{ text: 'a.txt is empty', itemIndex: 1, namesFile: true }]), {
				items: 3,
			}).message,
		).toBe('a.txt is empty'));

	it.each([{ namesFile: true }, { code: 'LINK_NOT_FOUND' }])(
		'counts files and links where every item has one, and names no item: %j',
		(about) => {
			const problems = [0, 1, 2].map((itemIndex) => ({ text: 'It is empty', itemIndex, ...about }));
			expect(toNodeError(NODE, new InputProblems(problems), { items: 3 }).message).toBe(
				'It is empty, and 2 more like this',
			);
		},
	);

	it('keeps its words where n8n takes part of a name for an error of the file system', () => {
		const text = 'The file "preexisting.docx" is not supported';
		expect(toNodeError(NODE, new InputProblems([{ text }])).message).toBe(text);
	});
});

describe('any other failure', () => {
	it('stays what it is where it is an error of n8n already', () => {
		const given = new NodeOperationError(NODE, 'The node is not set up');
		expect(toNodeError(NODE, given, { itemIndex: 3 })).toBe(given);
		const fromApi = new NodeApiError(NODE, { message: 'From elsewhere' });
		expect(toNodeError(NODE, fromApi, { itemIndex: 3 })).toBe(fromApi);
	});

	it('any other failure keeps its words', () => {
		expect(toNodeError(NODE, new TypeError('A slip'), { itemIndex: 3 }).message).toBe('A slip');
		expect(toNodeError(NODE, 'thrown text').message).toBe('thrown text');
	});
});

describe('an item that stands for a failed one', () => {
	it('has but the keys that n8n routes to the error output, everything within', () => {
		const error = toNodeError(
			NODE,
			new ServiceError({
				code: 'ENCRYPTED_FILE',
				message: '',
				retryable: false,
				details: { file_names: ['a.pdf'] },
				extractionId: 'abc',
			}),
		);
		expect(errorJson(error)).toEqual({
			message: 'A file is protected with a password: a.pdf',
			error: {
				code: 'ENCRYPTED_FILE',
				message: 'A file is protected with a password: a.pdf',
				next_step: error.description,
				retryable: false,
				details: { file_names: ['a.pdf'] },
				extraction_id: 'abc',
			},
		});
	});

	it('carries the extraction and all further facts, also those without details', () => {
		const error = toNodeError(
			NODE,
			new ServiceError({
				code: 'PAGES_FAILED',
				message: '',
				retryable: false,
				extractionId: 'abc',
				finished: [{ extraction_id: 'def', items: [2] }],
			}),
		);
		expect(error.context).toMatchObject({
			code: 'PAGES_FAILED',
			extraction_id: 'abc',
			finished_extractions: [{ extraction_id: 'def', items: [2] }],
		});
		expect(errorJson(error).error).toMatchObject({
			code: 'PAGES_FAILED',
			message: 'Some pages could not be read',
			extraction_id: 'abc',
			finished_extractions: [{ extraction_id: 'def', items: [2] }],
		});
	});

	it('has a code for what is not from the service', () =>
		expect(errorJson(toNodeError(NODE, new Error('A slip')))).toEqual({
			message: 'A slip',
			error: { code: 'NODE_ERROR', message: 'A slip', next_step: '', retryable: false },
		}));
});

import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ServiceError } from '../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { errorJson, toNodeError } from '../../nodes/DocumentDataExtraction/nodeError';
import { InputProblems } from '../../nodes/DocumentDataExtraction/shared/problems';

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
		expect(error.message).toBe('There are too few credits: 2 available, 5 needed [item 2]');
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

	it('is about the item that it was met at, unless it is about another', () => {
		expect(toNodeError(NODE, new ServiceError(failure), 7).message).toMatch(/\[item 7\]$/);
		expect(toNodeError(NODE, new ServiceError({ ...failure, itemIndex: 0 }), 7).message).toMatch(
			/\[item 0\]$/,
		);
		expect(toNodeError(NODE, new ServiceError(failure)).message).not.toContain('[item');
	});

	it.each(['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])(
		'keeps its own sentence where n8n has one for %s',
		(cause) => {
			const reset = new ServiceError({
				code: 'CONNECTION_FAILED',
				message: `${cause} at api.example.com`,
				retryable: true,
			});
			expect(toNodeError(NODE, reset, 1).message).toBe(
				`The service could not be reached: ${cause} at api.example.com [item 1]`,
			);
		},
	);
});

describe('problems of the input as an error of n8n', () => {
	const one = { text: 'It is empty', parameter: 'Prompt', itemIndex: 1 };

	it('is the problem where there is one', () => {
		const error = toNodeError(NODE, new InputProblems([one]));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Prompt: It is empty [item 1]');
		expect(error.description).toBe('Nothing was sent. Correct it and run again.');
		expect(error.context).toMatchObject({ code: 'INVALID_PARAMETERS', retryable: false, itemIndex: 1 });
	});

	it('says how to mend it where the problem does', () =>
		expect(toNodeError(NODE, new InputProblems([{ ...one, nextStep: 'Write one.' }])).description).toBe(
			'Write one.',
		));

	it('lists all problems where there are several', () => {
		const error = toNodeError(
			NODE,
			new InputProblems([one, { text: 'It is too short', nextStep: 'Use three letters' }]),
			4,
		);
		expect(error.message).toBe('2 problems with the input. Nothing was sent.');
		expect(error.description).toBe(
			'Prompt: It is empty [item 1]\nIt is too short [item 4]. Use three letters',
		);
	});

	it('keeps its words where n8n takes part of a name for an error of the file system', () => {
		const text = 'The file "preexisting.docx" is not supported';
		expect(toNodeError(NODE, new InputProblems([{ text }])).message).toBe(text);
	});
});

describe('any other failure', () => {
	it('stays what it is where it is an error of n8n already', () => {
		const given = new NodeOperationError(NODE, 'The node is not set up');
		expect(toNodeError(NODE, given, 3)).toBe(given);
		const fromApi = new NodeApiError(NODE, { message: 'From elsewhere' });
		expect(toNodeError(NODE, fromApi, 3)).toBe(fromApi);
	});

	it('any other failure keeps its words', () => {
		expect(toNodeError(NODE, new TypeError('A slip'), 3).message).toBe('A slip');
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
				facts: { finished_extractions: [{ extraction_id: 'def', item: 2 }], code: 'not this one' },
			}),
		);
		expect(error.context).toMatchObject({
			code: 'PAGES_FAILED',
			extraction_id: 'abc',
			finished_extractions: [{ extraction_id: 'def', item: 2 }],
		});
		expect(errorJson(error).error).toMatchObject({
			code: 'PAGES_FAILED',
			message: 'Pages could not be extracted',
			extraction_id: 'abc',
			finished_extractions: [{ extraction_id: 'def', item: 2 }],
		});
	});

	it('has a code for what is not from the service', () =>
		expect(errorJson(toNodeError(NODE, new Error('A slip')))).toEqual({
			message: 'A slip',
			error: { code: 'NODE_ERROR', message: 'A slip', next_step: '', retryable: false },
		}));
});

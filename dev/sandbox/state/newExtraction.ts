import { randomUUID } from 'node:crypto';
import type { ApiKey } from './Accounts';
import type { Extraction } from './extraction';

type Given = Pick<
	Extraction,
	| 'sequence'
	| 'submissionId'
	| 'taskName'
	| 'createdAt'
	| 'submissionMethod'
	| 'fileNames'
	| 'filesUploadedAt'
	| 'outputStructure'
	| 'prompt'
	| 'options'
	| 'plan'
> &
	Partial<Extraction>;

/** An extraction that has just been accepted: processing, nothing asked, nothing charged. */
export function newExtraction({ account, keyId }: ApiKey, given: Given): Extraction {
	return {
		id: randomUUID(),
		account,
		keyId,
		status: 'processing',
		files: [],
		stepStartedAt: given.createdAt,
		stepDueAt: given.createdAt,
		callOff: [],
		questionRound: 0,
		asked: new Map(),
		openQuestions: [],
		answers: [],
		refusedAnswers: 0,
		answerBy: 0,
		reserved: 0,
		charges: [],
		rowsRead: 0,
		hidden: false,
		waiters: new Set(),
		outputFiles: {},
		objectId: randomUUID(),
		...given,
	};
}

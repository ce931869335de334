import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Client } from '../fixtures/sandboxFixture';
import type { NodeFixture } from '../fixtures/nodeFixture';
import { byId } from '../fixtures/operationFixture';
import { NODE_TYPE } from '../names';

/** Real outputs of the operations of Extraction and Credit, by operation. */
export type Samples = Record<string, IDataObject[]>;

/** Documents that leave something to note, to ask and to review. */
const DOCUMENTS = ['ambiguous-date.pdf', 'totals-do-not-add-up.pdf', 'lines-over-two-pages.pdf'];

const document = async (name: string): Promise<Buffer> =>
	await readFile(join(__dirname, '../../../examples/documents', name));

const QUESTIONS = [
	{
		question_id: 'names',
		type: 'free_text' as const,
		question: 'Which of two names is the supplier?',
		example_from_documents: 'Letterhead and "Remit to" differ',
		scope: { level: 'extraction' as const, applies_to: 'all documents' },
		choices: [],
		recommended_approach: 'The letterhead',
		previous_answer_rejected: true,
	},
];

export async function collectSamples({ sandbox, engine }: NodeFixture): Promise<Samples> {
	const { control } = sandbox;

	async function run(
		operation: string,
		parameters: INodeParameters,
		input: INodeExecutionData[] = [{ json: {} }],
		resource = 'extraction',
	): Promise<IDataObject[]> {
		const done = await engine.runNode({
			type: NODE_TYPE,
			parameters: { resource, operation, ...parameters },
			input,
			...(operation === 'extractDocuments' ? { onError: 'continueRegularOutput' } : {}),
		});
		if (done.error) throw new Error(`${operation}: ${done.error.message}`);
		return done.items.map(({ json }) => json);
	}
	const each = async (operation: string, ids: string[], parameters: INodeParameters = {}) =>
		await run(
			operation,
			{ extractionId: byId('={{ $json.id }}'), ...parameters },
			ids.map((id) => ({ json: { id } })),
		);
	const seed = (seeded: Parameters<typeof control.createExtraction>[0]): string =>
		control.createExtraction(seeded as { status?: string }).extraction_id;

	const files = await Promise.all(
		DOCUMENTS.map(async (name) => ({
			json: {},
			binary: { data: await engine.storeFile(await document(name), name, 'application/pdf') },
		})),
	);
	const PROMPT = {
		prompt: 'Supplier, invoice date, net amount, tax and total',
		outputStructure: 'per_invoice',
	};

	control.planExtractions([{ failedPages: 1 }]);
	const [summary] = await run(
		'extractDocuments',
		{ ...PROMPT, output: 'summary', options: { ifPagesFail: 'continue' } },
		files,
	);

	const client = new Client(sandbox.baseUrl, sandbox.apiKey);
	const fileIds = await client.upload('samples', { 'invoice.pdf': await document(DOCUMENTS[0]!) });
	const session: INodeExecutionData[] = [{ json: { upload_session_id: 'samples', file_ids: fileIds } }];

	const completed = String(summary?.extraction_id);
	const failed = seed({
		status: 'failed',
		error: { code: 'ENCRYPTED_FILE', details: { file_names: ['invoice.pdf'] } },
	});
	const cancelled = seed({ status: 'cancelled' });
	const asking = [
		seed({ status: 'input_required' }),
		seed({ status: 'input_required', questions: QUESTIONS }),
	];
	const processing = seed({ status: 'processing' });
	const fromWebApp = seed({ submission_method: 'web_app' });
	const ended = [completed, fromWebApp, failed, cancelled, ...asking];

	return {
		getStatus: await each('getStatus', [...ended, processing]),
		wait: await each('wait', ended, { ifNotCompleted: 'outputStatus' }),
		get: await each('get', [...ended, processing]),
		getAll: await run('getAll', { returnAll: true }),
		submit: [
			...(await run('submit', { ...PROMPT, options: { submissionId: 'submitted' } }, session)),
			...(await run(
				'submit',
				{ ...PROMPT, prompt: 'Total', options: { submissionId: 'submitted' } },
				session,
			)),
		],
		cancel: [
			...(await each('cancel', [processing])),
			...(await each('cancel', [cancelled], { options: { waitUntilStopped: true } })),
		],
		delete: await each('delete', [failed]),
		getBalance: await run('getBalance', {}, [{ json: {} }], 'credit'),
	};
}

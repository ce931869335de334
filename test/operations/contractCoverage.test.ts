import type {
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { startEngine, type Engine } from '../../dev/engine';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CONTRACT_PARTS } from '../support/operations/contractParameters';
import { byId } from '../support/fixtures/operationFixture';
import { startRecordingProxy, type RecordingProxy } from '../support/fixtures/recordingProxy';
import { NODE_TYPE } from '../support/names';

/** Runs the node's operations one by one, without the one that does everything, and looks at what went over the wire. */
describe('The contract', () => {
	let sandbox: Sandbox;
	let proxy: RecordingProxy;
	let engine: Engine;

	const run = async (
		resource: string,
		operation: string,
		parameters: INodeParameters,
		input?: INodeExecutionData[],
	) => {
		const done = await engine.runNode({
			type: NODE_TYPE,
			parameters: { resource, operation, ...parameters },
			input: input ?? [{ json: {} }],
		});
		if (done.error) throw new Error(`${resource}.${operation}: ${done.error.message}`);
		return done.items;
	};

	const TEAM = { options: { scope: 'team' } };
	const seed = (status: string) => byId(sandbox.control.createExtraction({ status }).extraction_id);

	/** By hand what Extract Documents does: every step's output is the next one's input. */
	async function uploadAndSubmit(): Promise<void> {
		const data = await engine.storeFile(Buffer.from('%PDF-1.4 a'), 'a.pdf', 'application/pdf');
		const created = await run('uploadSession', 'create', {}, [{ json: {}, binary: { data } }]);
		const urls = await run('filePart', 'getUploadUrls', {}, created);
		const sent = await run('filePart', 'upload', {}, urls);
		const session = await run('uploadSession', 'completeFile', {}, sent);
		const OPTIONS = {
			affectedFieldFillColor: 'red',
			askQuestions: true,
			excludeColumns: ['review_needed'],
			outputLanguage: 'de',
			reviewNeededFillColor: 'none',
			sendCompletionEmail: true,
			typedValues: true,
		};
		await run('extraction', 'submit', { prompt: 'The total', options: OPTIONS }, session);
		const fields = {
			promptType: 'fields',
			fieldsToExtract: 'Total: The gross total',
			generalInstructions: 'Ignore delivery notes',
		};
		await run('extraction', 'submit', fields, session);
	}

	async function read(): Promise<void> {
		const filters = {
			createdAfter: '2020-01-01T00:00:00Z',
			createdBefore: '2030-01-01T00:00:00Z',
			scope: 'team',
			status: 'completed',
			submissionMethod: 'api',
		};
		sandbox.control.createExtraction(
			Array.from({ length: 101 }, () => ({ created_at: '2026-01-01T00:00:00Z' })),
		);
		await run('extraction', 'getAll', { returnAll: true, filters });
		const extractionId = seed('completed');
		await run('extraction', 'getStatus', { extractionId, waitUpTo: 5, ...TEAM });
		await run('extraction', 'get', { extractionId, ...TEAM });
		await run('extraction', 'getRows', { extractionId, options: { offset: 0, scope: 'team' } });
		await run('extraction', 'downloadOutput', { extractionId, downloadOutput: 'url', ...TEAM });
	}

	async function answer(): Promise<void> {
		const answers = [{ choiceId: 'day_first', text: 'Always' }, {}];
		for (const fields of answers) {
			const extractionId = seed('input_required');
			await run('answer', 'submit', { extractionId, questionId: 'date_order', ...fields, ...TEAM });
		}
	}

	beforeAll(async () => {
		sandbox = await startSandbox({ limits: 'off' });
		sandbox.control.addKey({ key: sandbox.apiKey, role: 'admin' });
		proxy = await startRecordingProxy(sandbox.baseUrl);
		engine = await startEngine({
			nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction() },
			credentialTypes: [new DocumentDataExtractionApi()],
			credentials: { documentDataExtractionApi: { baseUrl: proxy.baseUrl, apiKey: sandbox.apiKey } },
		});
		await uploadAndSubmit();
		await read();
		await answer();
		await run('extraction', 'cancel', { extractionId: seed('processing'), ...TEAM });
		await run('extraction', 'delete', { extractionId: seed('completed'), ...TEAM });
	});

	afterAll(async () => {
		await engine?.close();
		await proxy?.close();
		await sandbox?.close();
	});

	it.each(CONTRACT_PARTS)('is reachable from the node: %s', (part) => {
		expect(proxy.seen).toContain(part);
	});

	it('is not exceeded: nothing else is sent', () => {
		expect([...proxy.seen].filter((part) => !CONTRACT_PARTS.includes(part))).toEqual([]);
	});
});

describe('The values that the contract lists', () => {
	const FILL_COLORS = ['none', 'orange', 'red', 'yellow'];

	/** All options that parameters of a name offer, wherever they stand in the node. */
	function offered(name: string): string[][] {
		const all = (properties: INodeProperties[]): INodeProperties[] =>
			properties.flatMap((property) => [
				property,
				...(property.type === 'collection' ? all(property.options as INodeProperties[]) : []),
			]);
		return all(new DocumentDataExtraction().description.properties)
			.filter((property) => property.name === name)
			.map(({ options = [] }) =>
				(options as INodePropertyOptions[]).map(({ value }) => String(value)).sort(),
			);
	}

	it.each([
		['affectedFieldFillColor', FILL_COLORS],
		['reviewNeededFillColor', FILL_COLORS],
		['excludeColumns', ['review_needed', 'source_file']],
		['outputLanguage', 'ar automatic de el en es fr he it ja nl pl pt th zh-Hans zh-Hant'.split(' ')],
		['outputStructure', ['automatic', 'per_invoice', 'per_line_item']],
		['scope', ['own', 'team']],
		// input_required is no filter of the contract, but a status: where the service refuses it, all pages are looked through.
		['status', ['cancelled', 'completed', 'failed', 'input_required', 'processing']],
		['submissionMethod', ['api', 'web_app']],
	])('can all be chosen: %s', (name, values) => {
		const found = offered(name);
		expect(found.length).toBeGreaterThan(0);
		for (const options of found) expect(options).toEqual(values);
	});
});

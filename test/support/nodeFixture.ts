import { startEngine, type Engine, type EngineOptions } from '../../engine';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';

export const NODE_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';

/** The node on n8n's real engine, with a sandbox of its own behind it. */
export interface NodeFixture {
	sandbox: Sandbox;
	engine: Engine;
	close(): Promise<void>;
}

export async function startNode(
	sandboxOptions: SandboxOptions = {},
	engineOptions: Partial<EngineOptions> = {},
): Promise<NodeFixture> {
	const sandbox = await startSandbox(sandboxOptions);
	const engine = await startEngine({
		nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction() },
		credentialTypes: [new DocumentDataExtractionApi()],
		credentials: { documentDataExtractionApi: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey } },
		...engineOptions,
	});
	return {
		sandbox,
		engine,
		async close() {
			await engine.close();
			await sandbox.close();
		},
	};
}

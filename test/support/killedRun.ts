import { text } from 'node:stream/consumers';
import { startEngine } from '../../engine';
import { DocumentDataExtractionApi } from '../../credentials/DocumentDataExtractionApi.credentials';
import { extract, NODE_TYPE } from './extractDocuments';
import { sampleRun } from './sampleRun';

// By its full name, for next to it lies a .node.json that would be found first.
/* eslint-disable @typescript-eslint/no-require-imports */
const { DocumentDataExtraction } =
	require('../../nodes/DocumentDataExtraction/DocumentDataExtraction.node.ts') as typeof import('../../nodes/DocumentDataExtraction/DocumentDataExtraction.node');

/* eslint-enable @typescript-eslint/no-require-imports */

/** What a `KillableRun` executes: makes everything ready, and runs when the service is given as JSON on the standard input. */
async function main(): Promise<void> {
	// Only from here on: tsx shares its own temporary files from run to run.
	process.env.TMPDIR = process.argv[2];
	const nodeTypes = { [NODE_TYPE]: new DocumentDataExtraction() };
	const credentialTypes = [new DocumentDataExtractionApi()];
	const warm = await startEngine({ nodeTypes, credentialTypes });
	const documentDataExtractionApi = JSON.parse(await text(process.stdin));
	const engine = await startEngine({
		nodeTypes,
		credentialTypes,
		credentials: { documentDataExtractionApi },
	});
	const run = await extract({ engine }, await sampleRun({ engine }));
	await engine.close();
	await warm.close();
	if (run.error) throw run.error;
}

void main();

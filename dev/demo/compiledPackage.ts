import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ICredentialType, INodeType } from 'n8n-workflow';

const ROOT = join(__dirname, '../..');

export const NODE_TYPE = 'n8n-nodes-document-data-extraction.documentDataExtraction';
export const CREDENTIAL_TYPE = 'documentDataExtractionApi';

/** Runs `npm run build`; its output is shown only when it fails. */
export async function buildPackage(): Promise<void> {
	const build = spawn('npm', ['run', 'build'], { cwd: ROOT, shell: process.platform === 'win32' });
	const output = Promise.all([text(build.stdout), text(build.stderr)]);
	const [code] = (await once(build, 'close')) as [number | null];
	if (code !== 0) throw new Error(`npm run build failed:\n${(await output).join('')}`);
}

/** The node and the credential as n8n loads them: compiled, by way of index.js. */
export function loadPackage(): { node: INodeType; credential: ICredentialType } {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- it exists only once it is built
	const { DocumentDataExtraction, DocumentDataExtractionApi } = require('../../index.js') as {
		DocumentDataExtraction: new () => INodeType;
		DocumentDataExtractionApi: new () => ICredentialType;
	};
	return { node: new DocumentDataExtraction(), credential: new DocumentDataExtractionApi() };
}

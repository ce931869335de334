import type { INode } from 'n8n-workflow';
import type { N8nClient } from '../../../test/e2e/n8n/client';
import { extraction, httpRequest, noOperation } from '../../../test/e2e/n8n/workflows';
import { CREDENTIAL_TYPE } from '../../../test/support/names';

/** What every peer's node is called in its workflow. */
export const UPLOAD = 'Upload';

/** A node that sends the files of its input to the service. */
export interface Peer {
	name: string;
	/** False of the one that only shows what reading the files takes. */
	uploads: boolean;
	node(client: N8nClient, origin: string): Promise<INode>;
}

let made = 0;

const ours: Peer = {
	name: 'Document Data Extraction: Upload Files',
	uploads: true,
	async node(client, origin) {
		// The node paces itself by the limits of the service, for each account; a run is to wait for none before it.
		const account = `run${(made += 1)}`;
		const data = { baseUrl: `${origin}/${account}/v1`, apiKey: account };
		const credential = await client.createCredential(account, CREDENTIAL_TYPE, data);
		return {
			...extraction(credential, { resource: 'uploadSession', operation: 'uploadFiles' }),
			name: UPLOAD,
		};
	},
};

const http: Peer = {
	name: 'HTTP Request',
	uploads: true,
	node: async (_client, origin) =>
		httpRequest(UPLOAD, {
			method: 'PUT',
			url: `${origin}/plain`,
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
		}),
};

const s3: Peer = {
	name: 'S3: Upload',
	uploads: true,
	async node(client, origin) {
		const credential = await client.createCredential('Store', 's3', {
			endpoint: origin,
			region: 'us-east-1',
			accessKeyId: 'bench',
			secretAccessKey: 'bench',
			forcePathStyle: true,
			ignoreSSLIssues: false,
		});
		return {
			...noOperation(UPLOAD),
			type: 'n8n-nodes-base.s3',
			parameters: {
				resource: 'file',
				operation: 'upload',
				bucketName: 'bench',
				fileName: '={{ $binary.data.fileName }}',
				binaryData: true,
				binaryPropertyName: 'data',
				additionalFields: {},
				tagsUi: {},
			},
			credentials: { s3: credential },
		};
	},
};

const reading: Peer = {
	name: 'Reading the files alone',
	uploads: false,
	node: async () => noOperation(UPLOAD),
};

/** Ours first: it is what the others are measured against. */
export const PEERS: Peer[] = [ours, http, s3, reading];

import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The key without what people paste along with it. The nodes clean it themselves (`withoutBearer`); this is for HTTP Request. */
const CLEAN_KEY = String.raw`$credentials.apiKey.trim().replace(/^["'\x60“”„‘’]|["'\x60“”„‘’]$/g, "").replace(/^\s*bearer\s+["'\x60“”„‘’]?/i, "").trim()`;

export class DocumentDataExtractionApi implements ICredentialType {
	name = 'documentDataExtractionApi';

	displayName = 'Document Data Extraction API';

	icon: Icon = {
		light: 'file:../icons/documentDataExtraction.svg',
		dark: 'file:../icons/documentDataExtraction.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-document-data-extraction#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/v1',
			description: 'Copy it from the dashboard of the service. It ends in /v1.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Create it in the dashboard of the service',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow unencrypted http:// to other machines. The API key and the documents are then sent in plain text.',
		},
	];

	// The nodes test it, in `methods/testConnection.ts`: a declared request could not say what is wrong with the Base URL.
	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: `=Bearer {{ ${CLEAN_KEY} }}` } },
	};
}

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { withoutBearer } from '../nodes/DocumentDataExtraction/api/pasted';

export class DocumentDataExtractionApi implements ICredentialType {
	name = 'documentDataExtractionApi';

	displayName = 'Document Data Extraction API';

	icon: Icon = {
		light: 'file:../icons/documentDataExtraction.svg',
		dark: 'file:../icons/documentDataExtraction.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-document-data-extraction#credential';

	// n8n 2.41 then gives the key to the nodes of this package and to no other, such as HTTP Request. Older versions ignore it.
	restrictToSupportedNodes = true as const;

	supportedNodes = ['documentDataExtraction', 'documentDataExtractionTrigger'];

	hideDomainRestrictionFields = true;

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
	// Not a declared header, whose value would be an expression: where two polls of a workflow overlap, n8n 2.41 ends the engine of
	// expressions with the first of them, and every further request of the other one would fail.
	authenticate = async (
		{ apiKey }: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...requestOptions,
		headers: { ...requestOptions.headers, Authorization: `Bearer ${withoutBearer(String(apiKey ?? ''))}` },
	});
}

import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** The same rule as `checkBaseUrl`, as an expression: a test must not send the key over plain http to another machine either. */
const TEST_BASE_URL = `={{
	/^https:/i.test($credentials.baseUrl.trim()) ||
	/^http:\\/\\/(localhost|[\\w.-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?\\//i.test($credentials.baseUrl.trim()) ||
	$credentials.allowInsecureHttp
		? $credentials.baseUrl.trim().replace(/\\/{1,9}$/, '')
		: 'https://plain-http-is-refused.invalid/v1'
}}`;

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
			description: 'Address of the API, as shown in the web dashboard of the service. It ends in /v1.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Created in the web dashboard of the service',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow a Base URL with plain http to another machine, which sends the API key and the documents unprotected',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
	};

	test: ICredentialTestRequest = {
		request: { baseURL: TEST_BASE_URL, url: '/credits/balance', disableFollowRedirect: true },
		rules: [
			{
				type: 'responseCode',
				properties: { value: 401, message: 'The API Key is wrong, expired or revoked' },
			},
			{
				type: 'responseCode',
				properties: { value: 404, message: 'The Base URL is not the address of the API: it must end in /v1' },
			},
			{
				// A web page, or any other answer that tells no balance: whatever answered is not the API.
				type: 'responseSuccessBody',
				properties: {
					key: 'credits_balance',
					value: undefined,
					message:
						'Something other than the API answered: the Base URL must be the address of the API and end in /v1',
				},
			},
			// n8n goes through rules of both kinds; its types allow one kind at a time.
		] as ICredentialTestRequest['rules'],
	};
}

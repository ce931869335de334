import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
} from 'n8n-workflow';

/** Credential data by credential type name, as a user would have filled in the form. */
export type CredentialMap = Record<string, ICredentialDataDecryptedObject>;

/** Hands out the given credentials and applies their `authenticate` block, as n8n's own helper does. */
export class GivenCredentials extends ICredentialsHelper {
	private readonly types: Map<string, ICredentialType>;

	constructor(
		types: ICredentialType[],
		private readonly data: CredentialMap,
	) {
		super();
		this.types = new Map(types.map((type) => [type.name, type]));
	}

	has(typeName: string): boolean {
		return typeName in this.data;
	}

	type(typeName: string): ICredentialType {
		const type = this.types.get(typeName);
		if (!type) throw new Error(`Unknown credential type "${typeName}": pass it in credentialTypes`);
		return type;
	}

	/** The data a node sees: the fields left empty carry the credential's defaults. */
	withDefaults(typeName: string, data: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(typeName);
		const complete = NodeHelpers.getNodeParameters(
			properties,
			data as INodeParameters,
			true,
			false,
			null,
			null,
		);
		return complete as ICredentialDataDecryptedObject;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.type(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate?.type !== 'generic') return options;

		const resolve = (value: string): string => {
			if (!value.startsWith('=')) return value;
			const keys = { $credentials: credentials };
			const resolved = workflow.expression.getSimpleParameterValue(
				node,
				value,
				'internal',
				keys,
				undefined,
				'',
			);
			return resolved ? String(resolved as string) : '';
		};
		const target = options as unknown as Record<string, IDataObject | undefined>;
		target.headers ??= {};
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			const section = (target[part] ??= {});
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				section[resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	/** Whether the type of credential is open to this type of node, as newer versions of n8n decide. */
	override isCredentialUsableByNode(typeName: string, nodeType: string): boolean {
		const { restrictToSupportedNodes, supportedNodes = [] } = this.type(typeName);
		// n8n lists the tool that it makes of a node under the node's name and "Tool".
		const name = nodeType.split('.').at(-1)!.replace(/Tool$/, '');
		return !restrictToSupportedNodes || supportedNodes.includes(name);
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<ICredentials> {
		throw new Error('The engine keeps no encrypted credentials');
	}

	override async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.data[typeName];
		if (!data) throw new Error(`No "${typeName}" credential was given to the engine`);
		return this.withDefaults(typeName, data);
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.type(typeName).properties;
	}
}

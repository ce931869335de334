import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { additionalData } from '../core/additionalData';
import type { Core } from '../core/core';
import type { GivenCredentials } from './GivenCredentials';
import { KnownNodeTypes } from '../nodeTypes/KnownNodeTypes';

export interface CredentialTestResult {
	ok: boolean;
	/** What the credential's form shows. */
	message: string;
	/** The HTTP status of the refusal, where there was an answer. */
	status?: number;
}

/** What the "Test" of the credential's form does: what the credential declares, or else the function of a node that uses it. */
export async function testCredential(
	core: Core,
	credentials: GivenCredentials,
	known: KnownNodeTypes,
	typeName: string,
	data: ICredentialDataDecryptedObject,
): Promise<CredentialTestResult> {
	const { test } = credentials.type(typeName);
	if (!test) return await testByNode(core, known, typeName, credentials.withDefaults(typeName, data));

	const nodeType = testNodeType(typeName, test);
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'engine.credentialTest',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [typeName]: { id: typeName, name: typeName } },
	};
	const nodeTypes = new KnownNodeTypes({ [node.type]: nodeType });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new core.ExecuteContext(
		workflow,
		node,
		additionalData(core, { credentials }),
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const complete = credentials.withDefaults(typeName, data);
	const routing = new core.RoutingNode(context, nodeType, {
		id: typeName,
		name: typeName,
		type: typeName,
		data: complete,
	});
	try {
		return judgeAnswer(test, (await routing.runNode())?.[0]?.[0]);
	} catch (error) {
		return judgeFailure(test, error as FailedRequest);
	}
}

async function testByNode(
	core: Core,
	known: KnownNodeTypes,
	typeName: string,
	data: ICredentialDataDecryptedObject,
): Promise<CredentialTestResult> {
	const [test] = known.all().flatMap(({ description, methods }) => {
		const testedBy = description.credentials?.find(({ name }) => name === typeName)?.testedBy;
		const tester = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		return tester ? [tester] : [];
	});
	if (!test) return { ok: false, message: 'No testing function found for this credential.' };
	const context = new core.CredentialTestContext();
	const { status, message } = await test.call(context, { id: '', name: typeName, type: typeName, data });
	return { ok: status === 'OK', message };
}

interface FailedRequest {
	message: string;
	/** An HTTP status, or the code of a connection error. */
	httpCode?: string | null;
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

function judgeFailure({ rules = [] }: ICredentialTestRequest, error: FailedRequest): CredentialTestResult {
	const { message, httpCode, cause } = error;
	// n8n-workflow 2.8 loses the cause, and with it the rules for response codes; other versions keep it.
	if (cause?.response) {
		const { status, statusText } = cause.response;
		const rule = rules.find(({ type, properties }) => type === 'responseCode' && properties.value === status);
		const refusal = rule?.properties.message ?? (statusText || `Received HTTP status code: ${status}`);
		return { ok: false, message: refusal, status };
	}
	const status = Number(httpCode ?? undefined);
	return { ok: false, message: cause?.code ?? message, ...(Number.isInteger(status) && { status }) };
}

function judgeAnswer(
	{ rules = [] }: ICredentialTestRequest,
	answer?: INodeExecutionData,
): CredentialTestResult {
	for (const { type, properties } of rules) {
		if (type !== 'responseSuccessBody') continue;
		const steps = properties.key.split('.');
		const found = steps.reduce<unknown>(
			(at, step) => (at as Record<string, unknown> | undefined)?.[step],
			answer?.json,
		);
		if (found === properties.value) return { ok: false, message: properties.message };
	}
	return { ok: true, message: 'Connection successful!' };
}

function testNodeType(typeName: string, test: ICredentialTestRequest): INodeType {
	return {
		description: {
			displayName: 'Credential Test',
			name: 'credentialTest',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: typeName, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
}

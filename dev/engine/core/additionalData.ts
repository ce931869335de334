import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { Core } from './core';
import type { GivenCredentials } from '../credentials/GivenCredentials';

const unsupported = (what: string) => async (): Promise<never> => {
	throw new Error(`The engine does not support ${what}`);
};

/** What n8n's server hands to the engine for one execution; the URLs answer nothing. */
export function additionalData(
	core: Core,
	options: {
		credentials: GivenCredentials;
		executionId?: string;
		hooks?: ExecutionLifecycleHooks;
		/** Where parked executions are served; nowhere without it. */
		waitingUrl?: string;
		currentNodeParameters?: INodeParameters;
	},
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const { credentials, waitingUrl = `${base}/webhook-waiting`, ...given } = options;
	return {
		...given,
		credentialsHelper: credentials,
		externalSecretsProxy: new core.ExternalSecretsProxy(),
		currentNodeExecutionIndex: 0,
		variables: {},
		instanceBaseUrl: `${base}/`,
		restApiUrl: `${base}/rest`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: waitingUrl,
		webhookTestBaseUrl: `${base}/webhook-test`,
		mcpBaseUrl: `${base}/mcp`,
		mcpTestBaseUrl: `${base}/mcp-test`,
		getRuntimeCredential: async () => undefined,
		executeWorkflow: unsupported('sub-workflows'),
		getRunExecutionData: unsupported('the data of other executions'),
		startRunnerTask: unsupported('task runners'),
		logAiEvent: () => {},
	};
}

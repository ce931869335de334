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
		currentNodeParameters?: INodeParameters;
	},
): IWorkflowExecuteAdditionalData {
	const { credentials, ...given } = options;
	const base = 'http://127.0.0.1:5678';
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
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		executeWorkflow: unsupported('sub-workflows'),
		getRunExecutionData: unsupported('the data of other executions'),
		startRunnerTask: unsupported('task runners'),
		logAiEvent: () => {},
	};
}

/**
 * Features that some supported n8n versions lack. No other file asks which n8n it runs in: `scripts/n8nTypes.mjs` compiles all
 * others against the types of each version.
 */
import type { IExecuteFunctions, IPollFunctions, ITaskMetadata, IWebhookFunctions } from 'n8n-workflow';

/** Whether n8n runs the node by itself, in no workflow and no execution, as its agents and its MCP server do. */
export const runsAlone = (context: IExecuteFunctions): boolean =>
	context.getMode() === 'internal' && !context.getExecutionId();

/**
 * Whether the node runs as a tool: as the sub-node of an AI Agent, where n8n gives it a type that ends in "Tool", or alone. n8n 1 has no
 * other sign of it.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true || runsAlone(context);

/** Whether the workflow keeps binary data in `json`, at any depth: its setting `binaryMode`, which n8n 1 does not have. */
export const keepsFilesInJson = (context: IExecuteFunctions | IWebhookFunctions): boolean =>
	context.getWorkflowSettings?.().binaryMode === 'combined';

/** How long a poll may take, in milliseconds; undefined before n8n 2.11, which does not say it. */
export const pollBudgetMs = (context: IPollFunctions): number | undefined =>
	(context as IPollFunctions & { getPollBudgetMs?: () => number | undefined }).getPollBudgetMs?.();

/**
 * Gives the editor the link of an execution that is about to wait, for "Open the page". Since 2.14, n8n signs the link, which the editor
 * cannot do; older versions take no notice.
 */
export const showResumeUrl = (context: IExecuteFunctions): void =>
	context.setMetadata({
		resumeUrl: String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)),
	} as ITaskMetadata);

/** For the description of a node. Since 2.30, n8n hides these fields where a workflow redacts its executions: signed URLs give access to files. */
export const SENSITIVE_OUTPUT = { sensitiveOutputFields: ['part_url', 'download_url'] };

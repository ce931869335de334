import type { WorkflowFile } from './types';

/** n8n takes no interval below a minute; several times within each minute it takes. */
const secondsOfAMinute = (every: number): string[] =>
	Array.from({ length: 60 / every }, (_, index) => String(index * every));

/** The workflow with its triggers polling every few seconds instead of every minute, so that a test waits less. */
export const pollingOften = (workflow: WorkflowFile, everySeconds = 10): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		'pollTimes' in node.parameters
			? {
					...node,
					parameters: {
						...node.parameters,
						pollTimes: {
							item: secondsOfAMinute(everySeconds).map((second) => ({
								mode: 'custom',
								cronExpression: `${second} * * * * *`,
							})),
						},
					},
				}
			: node,
	),
});

/** The workflow with some parameters of one node set, as a user sets them. */
export const withParameters = (
	workflow: WorkflowFile,
	nodeName: string,
	parameters: WorkflowFile['nodes'][number]['parameters'],
): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	),
});

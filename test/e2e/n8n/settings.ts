import type { AssignmentCollectionValue } from 'n8n-workflow';
import type { WorkflowFile } from './types';

/** An example with values of its node "Settings" set, as a user sets them. */
export const withSettings = (workflow: WorkflowFile, values: Record<string, string>): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		if (node.name !== 'Settings') return node;
		const { assignments } = node.parameters.assignments as unknown as AssignmentCollectionValue;
		const unknown = Object.keys(values).filter((name) => !assignments.some((each) => each.name === name));
		if (unknown.length > 0) throw new Error(`${workflow.name} has no setting ${unknown.join(', ')}`);
		const changed = assignments.map((each) => ({ ...each, value: values[each.name] ?? each.value }));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
	}) as WorkflowFile['nodes'],
});

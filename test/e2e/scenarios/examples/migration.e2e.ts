import { NEWEST } from '../../hosts/install';
import { exampleNames, readExample } from '../../n8n/examples';
import { chain, manualTrigger } from '../../n8n/workflows';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';

needing();

/** What n8n's page "Migration report" shows. */
interface MigrationReport {
	totalWorkflows: number;
	report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
}

let n8n: N8nFixture;
beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
});
afterAll(async () => await n8n?.close());

it('n8n finds nothing in the examples that n8n 3 breaks, and one that then takes fewer emails at a poll', async () => {
	const { client } = n8n.host;
	const names = await exampleNames();
	for (const name of names) await client.createWorkflow(await readExample(name));
	// One that it does find: the report covers workflows that are not published.
	const removed = {
		...manualTrigger(),
		id: 'each',
		name: 'Each',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { mode: 'each', options: {} },
	};
	await client.createWorkflow(chain('Run once for each item', manualTrigger(), removed));

	const path = '/rest/breaking-changes/report/refresh?version=v3';
	const { report, totalWorkflows } = await client.request<MigrationReport>('POST', path);
	expect(totalWorkflows).toBe(names.length + 1);
	const hits = report.workflowResults.map(({ ruleId, nbAffectedWorkflows }) => [ruleId, nbAffectedWorkflows]);
	expect(hits).toEqual([['execute-workflow-each-mode-v3', 1]]);
});

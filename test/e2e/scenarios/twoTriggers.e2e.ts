import { LIST } from '../../support/endpoints';
import { NEWEST } from '../hosts/install';
import { failureOf } from '../n8n/client';
import { pollingOften } from '../n8n/polling';
import { chain, extractionTrigger, noOperation } from '../n8n/workflows';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

needing();

let n8n: N8nFixture;
beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
});
afterAll(async () => await n8n?.close());

it('two triggers in one workflow poll at the same moment, and neither breaks the requests of the other', async () => {
	const { host, sandbox, credential } = n8n;
	const { client } = host;
	const one = chain(
		'Two triggers',
		extractionTrigger(credential, { events: ['completed'], completedOutput: 'extraction', pollTimes: {} }),
		noOperation('Announced'),
	);
	const [trigger] = one.nodes;
	// It watches the same extractions, and its requests say whose they are.
	const parameters = { ...trigger!.parameters, filters: { scope: 'own' } };
	const other = { ...trigger!, id: 'other', name: 'Other Trigger', parameters };
	const workflow = await client.createWorkflow(
		pollingOften({
			...one,
			nodes: [...one.nodes, other],
			connections: { ...one.connections, [other.name]: one.connections[trigger!.name]! },
		}),
	);
	await client.activate(workflow);
	const listsOf = (scope?: string) =>
		sandbox.control
			.requests()
			.filter(({ endpoint, over, query }) => endpoint === LIST && over && query?.scope === scope);
	// Each look is one list.
	await until('both to have had a first look and one more', () =>
		[undefined, 'own'].every((scope) => listsOf(scope).length >= 2),
	);
	const { extraction_id } = sandbox.control.createExtraction({});
	// One of the two polls of the next moment goes on for longer: its first request is cut off late, and sent again.
	sandbox.control.addFault({ endpoint: LIST, kind: 'hang', delayMs: 2_000 });

	const executions = await until(
		'both to announce it',
		async () => {
			const all = await client.executions(workflow);
			if (all.some(({ status }) => ['new', 'running'].includes(status))) return undefined;
			const ended = await Promise.all(all.map(async ({ id }) => await client.execution(id)));
			return (ended.length >= 2 || ended.some(({ status }) => status !== 'success')) && ended;
		},
		{ detail: host.output },
	);
	expect(executions.filter(({ status }) => status !== 'success').map(failureOf)).toEqual([]);
	const runs = executions.map(({ data }) => data.resultData.runData);
	const announced = runs.map(({ Announced: run }) =>
		run?.at(-1)?.data?.main?.[0]?.map(({ json }) => json.extraction_id),
	);
	expect(announced).toEqual([[extraction_id], [extraction_id]]);
	expect(runs.flatMap((run) => Object.keys(run)).sort()).toEqual([
		'Announced',
		'Announced',
		'Extraction Trigger',
		'Other Trigger',
	]);
});

import { isForRelease, NEWEST } from '../hosts/install';
import { andNothingTwice, announced, lists, publishedTrigger, triggerWorkflow } from '../setup/announcing';
import { INTERRUPTIONS } from '../setup/interruptions';
import { needing } from '../setup/needing';
import { startN8n, type N8nFixture } from '../setup/n8nFixture';
import { until } from '../support/until';

needing();

const SETTINGS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// Where n8n says what its scheduler did.
	N8N_METRICS: 'true',
	N8N_METRICS_INCLUDE_SCHEDULER_METRICS: 'true',
	N8N_METRICS_INCLUDE_POLL_TRIGGER_METRICS: 'true',
};

/** With cursors, n8n keeps what a poll has stored also when it found nothing. The harder way is for every run, the other for a release. */
const CURSORS = [
	{ cursors: 'without', N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false' },
	...(isForRelease ? [{ cursors: 'with', N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' }] : []),
];

/** n8n's other scheduler, which polls from the database. Newer versions use it unless they are told not to. */
describe.each(CURSORS)(
	"a trigger under n8n's durable scheduler, $cursors durable cursors",
	({ cursors, ...env }) => {
		let n8n: N8nFixture;
		beforeAll(async () => {
			n8n = await startN8n({ version: NEWEST, env: { ...SETTINGS, ...env } });
		});
		afterAll(async () => await n8n?.close());

		/** The sum of a metric of n8n since its last start, over the label sets that have all this. */
		async function metric(name: string, ...labels: string[]): Promise<number> {
			const text = await (await fetch(`${n8n.host.address}/metrics`)).text();
			return text
				.split('\n')
				.filter((line) => line.startsWith(`n8n_${name}{`) && labels.every((label) => line.includes(label)))
				.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
		}

		const dispatched = async (): Promise<number> =>
			await metric('scheduler_tasks_dispatched_total', 'task_type="workflow:poll-trigger"');

		/** The scheduler has polled, and no other: the polls that it has not dispatched are the first ones of published workflows. */
		afterEach(async () => {
			expect(await dispatched()).toBeGreaterThanOrEqual(2);
			expect(await metric('poll_trigger_timeouts_total')).toBe(0);
		});

		it('announces what completes, once each', async () => {
			const workflow = await publishedTrigger(n8n, 'Each once');
			const { control } = n8n.sandbox;
			const waiting = control.createExtraction({ status: 'processing' }).extraction_id;
			const first = control.createExtraction({}).extraction_id;
			expect(await announced(n8n, workflow, first)).toEqual([first]);
			// A poll that finds nothing new, and one that finds an end.
			const before = await dispatched();
			await until('another poll', async () => (await dispatched()) > before);
			control.updateExtraction({ extraction_id: waiting, status: 'completed' });
			await andNothingTwice(n8n, workflow, first, waiting);
			const commits = await metric('poll_trigger_cursor_commits_total', 'result="success"');
			expect(commits > 0).toBe(cursors === 'with');
		});

		it('announces what ended between the first poll and the next one', async () => {
			const { control } = n8n.sandbox;
			const open = control.createExtraction({ status: 'processing' }).extraction_id;
			const workflow = await triggerWorkflow(n8n, 'Between two polls');
			const before = lists(n8n).length;
			const published = n8n.host.client.activate(workflow);
			await until('the first poll to have listed what is there', () =>
				lists(n8n)
					.slice(before)
					.some(({ over }) => over),
			);
			control.updateExtraction({ extraction_id: open, status: 'completed' });
			const { extraction_id: begun } = control.createExtraction({});
			await published;
			await andNothingTwice(n8n, workflow, open, begun);
		});

		it.each(INTERRUPTIONS)('$title', async ({ play }) => await play(n8n));

		it('n8n is restarted after an event: it is not announced again', async () => {
			const workflow = await publishedTrigger(n8n, 'Restarted after an event');
			const { control } = n8n.sandbox;
			const open = control.createExtraction({ status: 'processing' }).extraction_id;
			const { extraction_id: first } = control.createExtraction({});
			await announced(n8n, workflow, first);
			await n8n.host.restart();
			control.updateExtraction({ extraction_id: open, status: 'completed' });
			await andNothingTwice(n8n, workflow, first, open);
		});
	},
);

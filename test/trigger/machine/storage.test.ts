import {
	stateIn,
	stateJson,
	TRIGGER_LIMITS,
	type Open,
	type TriggerState,
} from '../../../nodes/DocumentDataExtraction/trigger/state';
import {
	readState,
	writeState,
	type StaticData,
	type TriggerStorage,
} from '../../../nodes/DocumentDataExtraction/trigger/storage';
import { MachineFixture } from '../../support/fixtures/MachineFixture';

const STORAGE = '../../../nodes/DocumentDataExtraction/trigger/storage';

/** A state with something in each of its parts, and the service it is about. */
async function richScene(): Promise<MachineFixture> {
	const machine = new MachineFixture({ pageSize: 3, pagesPerPoll: 2 });
	machine.create(4, 'completed');
	await machine.poll();
	machine.create(9);
	machine.create(2, 'input_required');
	machine.create(1, 'completed');
	for (let poll = 0; poll < 8; poll++)
		await machine.poll({ outcome: () => ({ kind: 'failed', payload: '', final: false }) });
	return machine;
}

let rich: TriggerState;
beforeAll(async () => void (rich = (await richScene()).state!));

const richState = (): TriggerState => ({ ...rich, open: new Map(rich.open), seen: new Map(rich.seen) });

let workflows = 0;
/** Of a trigger that nothing is known of. */
const newStorage = (given: Partial<TriggerStorage> = {}): TriggerStorage => ({
	node: {},
	workflow: {},
	workflowId: `workflow-${(workflows += 1)}`,
	nodeId: 'node-1',
	...given,
});
const overJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What n8n has stored, in another process, under another workflow id so that this process knows nothing of it. */
const elsewhere = ({ node, workflow }: TriggerStorage, given: Partial<TriggerStorage> = {}): TriggerStorage =>
	newStorage({ node: overJson(node), workflow: overJson(workflow), ...given });

const revisionOf = ({ node }: TriggerStorage): unknown => (node.state as StaticData).revision;

function written(state = richState(), storage = newStorage()): TriggerStorage {
	writeState(storage, state, false);
	return storage;
}

describe('the stored state', () => {
	it('is plain JSON, and comes back as it was', async () => {
		const state = richState();
		expect(state.ends.length).toBeGreaterThan(0);
		expect(state.open.size).toBeGreaterThan(2);
		expect([...state.open.values()].some(({ asked }) => asked.length > 0)).toBe(true);
		expect(stateIn(overJson(stateJson(state)))).toEqual(state);
	});

	it('keeps everything that can be known of an extraction', async () => {
		const state = richState();
		const asked = ['abcdef', '-_1234'];
		state.open = new Map<string, Open>([
			['a', { createdAt: 1_790_000_000_000, status: 'input_required', tries: 7, asked }],
			['b', { createdAt: 5, status: 'cancelled', tries: 0, asked: [] }],
			['__proto__', { createdAt: 1, status: 'input_required', tries: 123_456, asked }],
		]);
		state.next = 'status';
		state.survey = [{ status: 'processing', to: 1_790_000_000_001 }, {}];
		state.ends = [5, 6];
		expect(stateIn(overJson(stateJson(state)))).toEqual(state);
	});

	it('comes back if a time in it is no whole millisecond', async () => {
		const state = { ...richState(), from: 1_790_000_000_000.25, silentBefore: 1_790_000_000_000.75 };
		expect(stateIn(overJson(stateJson(state)))).toEqual(state);
	});

	it('says which version wrote it, and which node it is of', async () => {
		const storage = written();
		expect(storage.node.state).toMatchObject({ version: 8, nodeId: 'node-1', revision: 1 });
	});

	it('is not read if another version gave its fields another meaning', async () => {
		const json = stateJson(richState());
		expect(stateIn({ ...json, version: 9 })).toBeNull();
	});

	it('belongs to one account', async () => {
		const storage = written();
		expect(readState(storage, 'account')).not.toBeNull();
		expect(readState(storage, 'another')).toBeNull();
		expect(readState(elsewhere(storage), 'another')).toBeNull();
	});

	it('is not written if nothing has changed', async () => {
		const state = richState();
		const storage = written(state);
		const first = storage.node.state;
		writeState(storage, state, false);
		expect(storage.node.state).toBe(first);
	});

	it.each([
		undefined,
		null,
		'text',
		7,
		[],
		{},
		{ version: 8, account: 'a' },
		{ version: 8, from: 1 },
		{ version: 8, account: 'a', from: 'x!' },
	])('is none where it says nothing: %j', (value) => expect(stateIn(value)).toBeNull());

	it.each<[string, (json: StaticData) => void]>([
		['ends of another kind', (json) => (json.ends = ['x'])],
		['no place', (json) => delete json.at],
		['no open ones', (json) => (json.open = 3)],
		['an open one without a time', (json) => (json.open = [['x', null, 0, 0, '']])],
		['one dealt with without a time', (json) => (json.seen = [['x', {}]])],
		['a time that no date can hold', (json) => (json.newest = { createdAt: 1e300, seenAt: 1 })],
	])('is none where a part of it is damaged: %s', (_what, damage) => {
		const json = overJson(stateJson(richState()));
		damage(json);
		expect(stateIn(json)).toBeNull();
	});

	it('is started anew where it is damaged, and what follows is announced', async () => {
		const machine = await richScene();
		machine.state = stateIn({ ...stateJson(machine.state!), seen: 'x' });
		expect((await machine.poll()).announced).toEqual([]);
		const [created] = machine.create(1, 'completed');
		const announced: string[] = [];
		for (let poll = 0; poll < 40; poll++) announced.push(...(await machine.poll()).announced);
		expect(announced).toContain(`${created!.id} completed`);
	});
});

describe('whose state it is', () => {
	it('is the node with that id: a new one under the same name begins anew', async () => {
		const storage = written();
		expect(readState(elsewhere(storage, { nodeId: 'node-2' }), 'account')).toBeNull();
	});

	it('stays the same when the node is renamed', async () => {
		const state = richState();
		const storage = written(state);
		expect(readState(elsewhere(storage, { node: {} }), 'account')).toEqual(state);
	});

	it('is not that of the node whose name it has taken over', async () => {
		const state = richState();
		const storage = written(state);
		const other = newStorage({ nodeId: 'node-2' });
		writeState(other, { ...richState(), silentBefore: 99 }, false);
		const renamed = elsewhere(storage, { node: overJson(other.node) });
		expect(readState(renamed, 'account')).toEqual(state);
	});

	it('is the latest, wherever it is stored', async () => {
		const storage = written();
		const early = overJson(storage);
		writeState(storage, { ...richState(), silentBefore: 77 }, false);
		const late = overJson(storage);
		expect(readState(elsewhere({ ...early, node: late.node }), 'account')?.silentBefore).toBe(77);
		expect(readState(elsewhere({ ...early, workflow: late.workflow }), 'account')?.silentBefore).toBe(77);
	});

	it('is what was committed last in this process, also if n8n gives a poll an earlier one', async () => {
		const storage = written();
		const early = overJson(storage);
		writeState(storage, { ...richState(), silentBefore: 77 }, false);
		expect(readState(early, 'account')?.silentBefore).toBe(77);
		expect(readState({ ...early, node: {}, workflow: {} }, 'account')?.silentBefore).toBe(77);
	});

	it('is what was there before an event that n8n has not kept, with what polls without an event have learned', async () => {
		const storage = written();
		const kept = overJson(storage);
		writeState(storage, { ...richState(), silentBefore: 77 }, false);
		writeState(storage, { ...richState(), silentBefore: 78 }, true);
		expect(readState(storage, 'account')?.silentBefore).toBe(78);
		expect(readState(kept, 'account')?.silentBefore).toBe(77);
		expect(readState({ ...kept, node: {}, workflow: {} }, 'account')?.silentBefore).toBe(77);
		writeState(kept, { ...richState(), silentBefore: 79 }, true);
		writeState(kept, { ...richState(), silentBefore: 80 }, false);
		expect(readState(overJson(kept), 'account')?.silentBefore).toBe(80);
		expect(readState(overJson(storage), 'account')?.silentBefore).toBe(78);
	});

	it('is what another process has announced last, also at the same revision', async () => {
		const storage = written();
		const there = elsewhere(storage);
		writeState(storage, { ...richState(), silentBefore: 77 }, true);
		jest.isolateModules(() => {
			const another = jest.requireActual<{ writeState: typeof writeState }>(STORAGE);
			another.writeState(there, { ...richState(), silentBefore: 78 }, true);
		});
		expect(revisionOf(there)).toBe(revisionOf(storage));
		expect(readState({ ...overJson(there), workflowId: storage.workflowId }, 'account')?.silentBefore).toBe(
			78,
		);
	});

	it('is what is stored, if another process has committed since', async () => {
		const storage = written();
		const { workflowId } = storage;
		const there = elsewhere(storage);
		writeState(there, { ...richState(), silentBefore: 77 }, false);
		expect(readState({ ...overJson(there), workflowId }, 'account')?.silentBefore).toBe(77);
	});

	it('is not that of the same node id in another workflow', async () => {
		const storage = written();
		expect(readState({ ...newStorage(), nodeId: storage.nodeId }, 'account')).toBeNull();
	});

	it('is not what this process remembers of an account, once another has announced something', async () => {
		const { workflowId } = written();
		// n8n has kept nothing of these.
		for (let poll = 0; poll < 3; poll++)
			writeState(newStorage({ workflowId }), { ...richState(), silentBefore: poll }, false);
		expect(readState(newStorage({ workflowId }), 'account')?.silentBefore).toBe(2);
		const storage = newStorage({ workflowId });
		writeState(storage, { ...richState(), account: 'another' }, true);
		expect(readState({ ...overJson(storage), workflowId }, 'account')).toBeNull();
	});

	it('follows a change of the account', async () => {
		const storage = written();
		writeState(storage, { ...richState(), account: 'another' }, false);
		expect(readState(elsewhere(storage), 'another')).not.toBeNull();
	});
});

describe('what triggers that are no longer there have left', () => {
	const before = { ...TRIGGER_LIMITS };
	afterEach(() => void Object.assign(TRIGGER_LIMITS, before));

	it('is dropped, the oldest first, if it takes up more room than a trigger may', async () => {
		const workflow: StaticData = { other: 'stays' };
		const copies = (): string[] => Object.keys(workflow).filter((key) => key !== 'other');
		const state = richState();
		const size = JSON.stringify(written(state).node.state).length;
		TRIGGER_LIMITS.stateBytes = 3 * size + 100;
		for (let copy = 1; copy <= 10; copy++)
			writeState(newStorage({ workflow, nodeId: `node-${copy}` }), state, false);
		expect(copies()).toHaveLength(4);
		expect(copies()).toContain('documentDataExtractionTrigger:node-10');
		expect(workflow.other).toBe('stays');
	});
});

import {
	parseState,
	readState,
	stateToJson,
	writeState,
	type StaticData,
	type TriggerStorage,
} from '../../nodes/DocumentDataExtraction/trigger/storage';
import type { TriggerState } from '../../nodes/DocumentDataExtraction/trigger/state';
import { Scene } from './scene';

/** A state with something in each of its parts, and the service it is about. */
function richScene(): Scene {
	const scene = new Scene({ pageSize: 3, pagesPerPoll: 2 });
	scene.create(4, 'completed');
	scene.poll();
	scene.create(9);
	scene.create(2, 'input_required');
	scene.create(1, 'completed');
	scene.poll({ outcome: () => ({ kind: 'failed', payload: '', final: false }) });
	return scene;
}

const richState = (): TriggerState => richScene().state!;

const newStorage = (): TriggerStorage => ({ node: {}, workflow: {}, nodeId: 'node-1' });
const overJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the stored state', () => {
	it('is plain JSON, and comes back as it was', () => {
		const state = richState();
		expect(state.backlog).not.toEqual([]);
		expect(state.tracked.size).toBeGreaterThan(2);
		expect(parseState(overJson(stateToJson(state)))).toEqual(state);
	});

	it('says which version wrote it', () => {
		expect(stateToJson(richState())).toMatchObject({ version: 1 });
	});

	it('belongs to one account', () => {
		const storage = newStorage();
		writeState(storage, richState());
		expect(readState(storage, 'account')).not.toBeNull();
		expect(readState(storage, 'another')).toBeNull();
	});

	it('takes ids that mean something to JavaScript', () => {
		const state = richState();
		state.tracked.set('__proto__', { createdAt: 1, newer: null });
		expect(parseState(overJson(stateToJson(state)))?.tracked.get('__proto__')).toEqual({
			createdAt: 1,
			newer: null,
		});
	});

	it('is not written where nothing has changed', () => {
		const storage = newStorage();
		const state = richState();
		writeState(storage, state);
		const written = storage.node.state;
		writeState(storage, state);
		expect(storage.node.state).toBe(written);
	});

	it.each([
		undefined,
		null,
		'text',
		7,
		[],
		{},
		{ account: 'a' },
		{ windowStart: 1 },
		{ account: 'a', windowStart: 'x' },
	])('is none where it says nothing: %j', (value) => expect(parseState(value)).toBeNull());

	it.each<[string, (json: StaticData) => void, (state: TriggerState) => unknown, unknown]>([
		['no backlog', (json) => delete json.backlog, ({ backlog }) => backlog, []],
		['a backlog of another kind', (json) => (json.backlog = { from: 1 }), ({ backlog }) => backlog, []],
		[
			'a stretch without an end',
			(json) => (json.backlog = [{ from: 5 }, { to: 5 }, 'x', { from: 9, to: 5 }]),
			({ backlog, windowStart }) => [backlog.length, backlog[0]?.to === windowStart],
			[1, true],
		],
		['no tracked ones', (json) => (json.tracked = 3), ({ tracked }) => tracked.size, 0],
		[
			'a tracked one that is damaged: it is still asked after',
			(json) =>
				(json.tracked = { x: 'damaged', y: { createdAt: -1, ended: 'exploded', announced: [1, 'a'] } }),
			({ tracked }) => [...tracked],
			[
				['x', { createdAt: 0, newer: null }],
				['y', { createdAt: 0, newer: null, announced: ['a'] }],
			],
		],
		[
			'a handled one without a time: it is remembered like the newest',
			(json) => (json.handled = { x: 'when?', y: 9e12 }),
			({ handled }) => [...handled],
			[
				['x', 9e12],
				['y', 9e12],
			],
		],
		[
			'a time that no date can hold',
			(json) => (json.newest = { createdAt: 1e300, seenMs: 1 }),
			({ newest }) => newest,
			null,
		],
		[
			'what a later version added',
			(json) => Object.assign(json, { version: 9, more: true }),
			({ turn }) => turn >= 0,
			true,
		],
	])('is repaired: %s', (_what, damage, look, expected) => {
		const json = overJson(stateToJson(richState()));
		damage(json);
		const state = parseState(json);
		expect(state && look(state)).toEqual(expected);
	});

	it('goes on polling after every kind of damage to one of its fields', () => {
		for (const field of ['backlog', 'tracked', 'handled', 'newest', 'turn', 'version']) {
			for (const value of [null, -1, 'x', [], {}, [null], { a: null }, { a: [] }]) {
				const scene = richScene();
				scene.state = parseState({ ...stateToJson(scene.state!), [field]: value });
				const [created] = scene.create(1, 'completed');
				expect(scene.poll().announced).toContain(`${created!.id} completed`);
			}
		}
	});
});

describe('the copy of the state in the data of the workflow', () => {
	it('stands in where the node has no data: not kept at activation, or kept under an earlier name', () => {
		const storage = newStorage();
		writeState(storage, richState());
		const state = { ...richState(), turn: 77 };
		writeState(storage, state);
		const kept: TriggerStorage = { ...newStorage(), workflow: overJson(storage.workflow) };
		expect(readState(kept, 'account')).toEqual(state);
	});

	it('is not that of another trigger of the workflow', () => {
		const storage = newStorage();
		writeState(storage, richState());
		expect(readState({ node: {}, workflow: storage.workflow, nodeId: 'node-2' }, 'account')).toBeNull();
	});

	it('is never preferred to the data of the node', () => {
		const storage = newStorage();
		writeState(storage, richState());
		storage.node.state = { ...(storage.node.state as StaticData), turn: 99 };
		expect(readState(storage, 'account')?.turn).toBe(99);
	});

	it('follows a change of the account', () => {
		const storage = newStorage();
		writeState(storage, richState());
		writeState(storage, { ...richState(), account: 'another' });
		expect(readState({ ...newStorage(), workflow: storage.workflow }, 'another')).not.toBeNull();
	});
});

import { startSandboxFixture, type SandboxFixture } from '../../../support/fixtures/sandboxFixture';

/** Every endpoint with the `scope` parameter, with a status in which it succeeds. */
const SCOPED: Array<[string, string, string]> = [
	['GET', '', 'completed'],
	['GET', '/results', 'completed'],
	['GET', '/details', 'completed'],
	['GET', '/output?format=csv', 'completed'],
	['POST', '/cancel', 'processing'],
	['POST', '/answers', 'input_required'],
	['DELETE', '', 'completed'],
];

describe('the scope parameter', () => {
	let sandbox: SandboxFixture;
	beforeEach(async () => {
		sandbox = await startSandboxFixture();
		sandbox.control.addKey({ key: 'admin', role: 'admin', email: 'admin@example.com' });
		sandbox.control.addKey({ key: 'member', role: 'member', email: 'member@example.com' });
		sandbox.control.addKey({ key: 'nobody', role: 'member', email: null });
		sandbox.control.addKey({ key: 'stranger', role: 'none', email: 'stranger@example.com' });
	});
	afterEach(() => sandbox.server.close());

	const seed = (key: string, status = 'completed') =>
		sandbox.control.createExtraction({ key, status, task_name: key }).extraction_id;
	const send = (key: string, [method, path]: [string, string, string], id: string, scope?: string) => {
		const query = scope ? `${path.includes('?') ? '&' : '?'}scope=${scope}` : '';
		const body =
			path === '/answers' ? { answers: [{ question_id: 'date_order', choice_id: 'day_first' }] } : undefined;
		return sandbox.as(key).send(method, `/extractions/${id}${path}${query}`, body);
	};
	const listed = async (key: string, query = '') =>
		(await sandbox.as(key).get(`/extractions${query}`)).body.extractions.map((item) => item.task_name).sort();

	test.each(SCOPED)(
		'%s %s: an admin reaches a member’s by default and with team, not with own',
		async (...endpoint) => {
			expect((await send('admin', endpoint, seed('member', endpoint[2]))).status).toBe(200);
			expect((await send('admin', endpoint, seed('member', endpoint[2]), 'team')).status).toBe(200);
			const own = await send('admin', endpoint, seed('member', endpoint[2]), 'own');
			expect([own.status, own.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
			const outside = await send('admin', endpoint, seed('stranger', endpoint[2]));
			expect([outside.status, outside.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
		},
	);

	test.each(SCOPED)(
		'%s %s: a member reaches only their own, and may not ask for team',
		async (...endpoint) => {
			const others = await send('member', endpoint, seed('admin', endpoint[2]));
			expect([others.status, others.body.error.code]).toEqual([404, 'EXTRACTION_NOT_FOUND']);
			for (const key of ['member', 'stranger']) {
				const id = seed(key, endpoint[2]);
				const team = await send(key, endpoint, id, 'team');
				expect([team.status, team.body.error.code]).toEqual([403, 'FORBIDDEN']);
				expect((await send(key, endpoint, id, 'own')).status).toBe(200);
			}
		},
	);

	test('the list: own by default, team for an admin, FORBIDDEN for team otherwise', async () => {
		for (const key of ['admin', 'member', 'nobody', 'stranger']) seed(key);
		expect(await listed('admin')).toEqual(['admin', 'member', 'nobody']);
		expect(await listed('admin', '?scope=own')).toEqual(['admin']);
		expect(await listed('member')).toEqual(['member']);
		expect(await listed('stranger')).toEqual(['stranger']);
		const team = await sandbox.as('member').get('/extractions?scope=team');
		expect([team.status, team.body.error.code]).toEqual([403, 'FORBIDDEN']);
	});

	test('submitted_by under team only, the caller’s own included; null when the user cannot be looked up', async () => {
		const ids = ['admin', 'member', 'nobody'].map((key) => seed(key));
		const emails = ['admin@example.com', 'member@example.com', null];
		const details = async (id: string, query = '') =>
			(await sandbox.as('admin').get(`/extractions/${id}/details${query}`)).body.extraction;
		for (const [index, id] of ids.entries()) {
			expect((await details(id)).submitted_by).toEqual({ email: emails[index] });
		}
		expect(await details(ids[0]!, '?scope=own')).not.toHaveProperty('submitted_by');
		const { body } = await sandbox.as('admin').get('/extractions');
		expect(body.extractions.map((item) => item.submitted_by!.email)).toEqual([...emails].reverse());
		const own = await sandbox.as('admin').get('/extractions?scope=own');
		expect(own.body.extractions[0]).not.toHaveProperty('submitted_by');
	});

	test('visibility follows the team as it is now', async () => {
		const id = seed('stranger');
		sandbox.control.addKey({ key: 'stranger', role: 'member' });
		expect((await sandbox.as('admin').get(`/extractions/${id}`)).status).toBe(200);
		sandbox.control.addKey({ key: 'admin', role: 'none' });
		expect((await sandbox.as('admin').get(`/extractions/${id}`)).status).toBe(404);
	});
});

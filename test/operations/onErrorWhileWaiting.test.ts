import type { OnError } from 'n8n-workflow';
import { byId } from '../support/fixtures/operationFixture';
import { startPersonOperation, type Person } from '../support/fixtures/personFixture';
import { jsonOf } from '../support/items';
import { asking, DATES } from '../support/operations/openQuestions';

const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const PAGES: Array<
	Record<'name' | 'operation' | 'resource', string> & { steps: Array<Record<string, string>> }
> = [
	{ name: 'Ask in a Form', operation: 'askInForm', resource: 'answer', steps: [{ o_1: '0', step: 'send' }] },
	{
		name: 'Review in a Form',
		operation: 'reviewInForm',
		resource: 'extraction',
		steps: [{ d_0: 'accept', step: 'summary' }, { step: 'finish' }],
	},
];

describe.each(PAGES)('The page of $name', ({ operation: name, resource, steps }) => {
	const operation = startPersonOperation(name, resource);

	const park = async (onError: OnError): Promise<{ person: Person; input: { id: string; mail: string } }> => {
		const isAsking = resource === 'answer';
		const input = { id: isAsking ? asking(operation, DATES) : 'A', mail: 'March', review_message: 'Look' };
		const parameters = isAsking ? { extractionId: byId('={{ $json.id }}') } : {};
		return { input, person: await operation.park(parameters, [input], { onError }) };
	};

	it.each(ON_ERROR)('works with On Error: %s', async (onError) => {
		const { person } = await park(onError);
		const page = await person.open();
		expect(page.status).toBe(200);
		let shown = page;
		for (const step of steps) shown = await person.send(shown, step);
		expect(shown.text).toContain('Thank you');
		const run = await person.parked.ended;
		expect(run.status).toBe('success');
		expect(jsonOf(run.output('After')).length).toBeGreaterThan(0);
		expect(run.output('Node', 1)).toEqual([]);
	});

	it('is where the tooltip of the editor leads', async () => {
		const { person } = await park('stopWorkflow');
		const { resumeUrl } = person.parked.run.metadata('Node') as { resumeUrl: string };
		// n8n signs it.
		expect(resumeUrl.replace(/\?signature=[0-9a-f]{64}$/, '')).toBe(person.parked.url);
	});

	it.each(ON_ERROR)('loses no item at the end of the wait with On Error: %s', async (onError) => {
		const { person, input } = await park(onError);
		await person.parked.resumeAtDeadline();
		const run = await person.parked.ended;
		expect(jsonOf(run.output('After'))).toEqual([input]);
		expect(run.output('Node', 1)).toEqual([]);
	});
});

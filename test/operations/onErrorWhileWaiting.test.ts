import type { OnError } from 'n8n-workflow';
import { byId } from '../support/fixtures/operationFixture';
import { startPersonOperation, type Person } from '../support/fixtures/personFixture';
import { jsonOf } from '../support/items';
import { asking, DATES } from '../support/operations/openQuestions';
import { reviewable } from '../support/operations/reviews';

const ON_ERROR: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const PAGES = [
	{ name: 'Ask in a Form', operation: 'askInForm', resource: 'answer', decision: {} },
	{
		name: 'Review in a Form',
		operation: 'reviewInForm',
		resource: 'extraction',
		decision: { decision_2: 'accept', decision_3: 'accept', step: 'finish' },
	},
];

describe.each(PAGES)('The page of $name', ({ operation: name, resource, decision }) => {
	const operation = startPersonOperation(name, resource);

	const extraction = (): string =>
		resource === 'answer'
			? asking(operation, DATES)
			: operation.control.createExtraction(reviewable()).extraction_id;
	const park = async (onError: OnError): Promise<{ person: Person; input: { id: string; mail: string } }> => {
		const input = { id: extraction(), mail: 'March' };
		return {
			input,
			person: await operation.park({ extractionId: byId('={{ $json.id }}') }, [input], { onError }),
		};
	};

	it.each(ON_ERROR)('works with On Error: %s', async (onError) => {
		const { person } = await park(onError);
		const page = await person.open();
		expect(page.status).toBe(200);
		expect((await person.send(page, decision)).text).toContain('Thank You');
		const run = await person.parked.ended;
		expect(run.status).toBe('success');
		expect(jsonOf(run.output('After')).length).toBeGreaterThan(0);
		expect(run.output('Node', 1)).toEqual([]);
	});

	it('is where the tooltip of the editor leads', async () => {
		const { person } = await park('stopWorkflow');
		expect(person.parked.run.metadata('Node')).toMatchObject({ resumeUrl: person.parked.url });
	});

	it.each(ON_ERROR)('loses no item at the end of the wait with On Error: %s', async (onError) => {
		const { person, input } = await park(onError);
		await person.parked.resumeAtDeadline();
		const run = await person.parked.ended;
		expect(jsonOf(run.output('After'))).toEqual([input]);
		expect(run.output('Node', 1)).toEqual([]);
	});
});

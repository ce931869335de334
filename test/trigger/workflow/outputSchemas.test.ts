import { startTrigger } from '../../support/fixtures/triggerFixture';
import { jsonOf } from '../../support/items';
import { misfits, schemaAt, schemaOf, TRIGGER_SCHEMA } from '../../support/operations/outputSchema';

/** The other columns are the user's choice. */
const FIXED = ['Source File', 'Review Needed', 'event', 'extraction_id'];

describe('the output schema of the trigger', () => {
	const trigger = startTrigger();

	it('names what a row has, whatever its columns are', async () => {
		const scheduler = await trigger.active({ completedOutput: undefined, events: ['completed'] });
		trigger.control.createExtraction({ rowCount: 2 });
		const rows = jsonOf(await scheduler.poll());
		const fixed = rows.map((row) => Object.fromEntries(FIXED.map((name) => [name, row[name] ?? null])));
		const schema = schemaAt(TRIGGER_SCHEMA, fixed);
		expect(schema).toEqual(schemaOf(fixed));
		for (const row of fixed) expect(misfits(schema, row)).toEqual([]);
	});
});

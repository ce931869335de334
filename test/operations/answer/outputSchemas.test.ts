import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, startOperation } from '../../support/fixtures/operationFixture';
import { committedSchema, misfits, schemaOf } from '../../support/operations/outputSchema';
import { asking, BAD_FAITH, DATES, NAMES } from '../../support/operations/openQuestions';

describe('The output schemas of Answer', () => {
	const operation = startOperation('getQuestions', 'answer');
	const results: IDataObject[] = [];
	const asked: IDataObject[] = [];
	const questions: IDataObject[] = [];

	async function outputsOf(name: string, parameters: INodeParameters): Promise<IDataObject[]> {
		const run = await operation.run({ operation: name, ...parameters });
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json);
	}
	const submit = async (id: string, parameters: INodeParameters) =>
		await outputsOf('submit', { extractionId: byId(id), ...parameters });

	beforeAll(async () => {
		const id = asking(operation, DATES, NAMES);
		questions.push(...(await outputsOf('getQuestions', { extractionId: byId(id) })));
		const refusal = { questionId: 'names', text: BAD_FAITH };
		results.push(...(await submit(id, refusal)));
		results.push(...(await submit(id, { questionId: 'date_order' })));
		results.push(...(await submit(id, { answersFrom: 'recommendations' })));
		results.push(...(await submit(id, { questionId: 'names' })));
		for (const status of ['completed', 'failed', 'cancelled']) {
			const details = { file_names: ['a.pdf'] };
			operation.control.updateExtraction({
				extraction_id: id,
				status,
				error: { code: 'ENCRYPTED_FILE', details },
			});
			results.push(...(await submit(id, { questionId: 'names' })));
			asked.push(...(await outputsOf('askInForm', { extractionId: byId(id) })));
		}
		const running = byId(operation.control.createExtraction({ status: 'processing' }).extraction_id);
		asked.push(...(await outputsOf('askInForm', { extractionId: running })));
		questions.push(...(await outputsOf('getQuestions', { extractionId: running })));
	});

	const SCHEMAS: Array<[string, string, IDataObject[]]> = [
		['answer', 'askInForm', asked],
		['answer', 'getQuestions', questions],
		['answer', 'submit', results],
	];

	it.each(SCHEMAS)('%s/%s.json names exactly what the operation gives', (resource, operation, outputs) => {
		expect(outputs.length).toBeGreaterThan(0);
		expect(committedSchema(resource, operation, outputs)).toEqual(schemaOf(outputs));
	});

	it.each(SCHEMAS)('%s/%s.json fits the real outputs', (resource, operation, outputs) => {
		for (const output of outputs)
			expect(misfits(committedSchema(resource, operation, outputs), output)).toEqual([]);
	});
});

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startOperation } from '../../support/fixtures/operationFixture';
import { committedSchema, misfits, schemaOf } from '../../support/operations/outputSchema';
import { fileOf, PART_SIZE } from '../../support/operations/uploadSession';
import { itemWith } from '../../support/items';

/** `[resource, operation]` */
const SCHEMAS: Array<[string, string]> = [
	['uploadSession', 'uploadFiles'],
	['uploadSession', 'create'],
	['uploadSession', 'completeFile'],
	['filePart', 'getUploadUrls'],
	['filePart', 'upload'],
];

describe('The output schemas of Upload Session and File Part', () => {
	const operation = startOperation('create', 'uploadSession', { partSize: PART_SIZE });
	const given: Record<string, IDataObject[]> = {};

	/** Runs an operation and keeps what it hands out. */
	async function keep(
		resource: string,
		name: string,
		input: INodeExecutionData[],
		parameters: INodeParameters = {},
	): Promise<INodeExecutionData[]> {
		const run = await operation.run({ resource, operation: name, ...parameters }, { input });
		expect(run.error).toBeUndefined();
		given[name] = [...(given[name] ?? []), ...run.items.map(({ json }) => json)];
		return run.items;
	}

	beforeAll(async () => {
		const files = [itemWith(await fileOf(operation, 25)), itemWith(await fileOf(operation, 5, 'notes.txt'))];
		const unsupportedFiles = 'skip';
		await keep('uploadSession', 'uploadFiles', files, { options: { unsupportedFiles } });
		const session = await keep('uploadSession', 'create', files, { options: { unsupportedFiles } });
		const parts = await keep('filePart', 'getUploadUrls', session);
		const uploaded = await keep('filePart', 'upload', parts);
		await keep('uploadSession', 'completeFile', uploaded);
	});

	it.each(SCHEMAS)('%s/%s.json names exactly what the operation gives', (resource, operation) => {
		const outputs = given[operation] ?? [];
		expect(outputs.length).toBeGreaterThan(0);
		expect(committedSchema(resource, operation, outputs)).toEqual(schemaOf(outputs));
	});

	it.each(SCHEMAS)('%s/%s.json fits the real outputs', (resource, operation) => {
		const outputs = given[operation] ?? [];
		for (const output of outputs)
			expect(misfits(committedSchema(resource, operation, outputs), output)).toEqual([]);
	});
});

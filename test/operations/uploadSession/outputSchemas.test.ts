import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startOperation } from '../../support/fixtures/operationFixture';
import { describeOutputSchema } from '../../support/operations/outputSchema';
import { fileOf, PART_SIZE } from '../../support/operations/uploadSession';
import { itemWith } from '../../support/items';

describe('The output schemas of Upload Session and File Part', () => {
	const operation = startOperation('create', 'uploadSession', { partSize: PART_SIZE });
	const outputs: Record<string, IDataObject[]> = {};

	/** Runs an operation and keeps what it hands out. */
	async function keep(
		resource: string,
		name: string,
		input: INodeExecutionData[],
		parameters: INodeParameters = {},
	): Promise<INodeExecutionData[]> {
		const run = await operation.run({ resource, operation: name, ...parameters }, { input });
		expect(run.error).toBeUndefined();
		outputs[name] = [...(outputs[name] ?? []), ...run.items.map(({ json }) => json)];
		return run.items;
	}

	beforeAll(async () => {
		const files = [itemWith(await fileOf(operation, 25)), itemWith(await fileOf(operation, 5, 'notes.txt'))];
		const skipUnsupportedFiles = true;
		await keep('uploadSession', 'uploadFiles', files, { options: { skipUnsupportedFiles } });
		const fromItems = { filesFrom: 'items', options: { skipUnsupportedFiles } };
		await keep('uploadSession', 'create', files, { ...fromItems, output: 'session' });
		const session = await keep('uploadSession', 'create', files, { ...fromItems, output: 'files' });
		const parts = await keep('filePart', 'getUploadUrls', session);
		const uploaded = await keep('filePart', 'upload', parts);
		await keep('uploadSession', 'completeFile', uploaded);
	});

	const of = (name: string) => () => outputs[name] ?? [];
	describeOutputSchema('uploadSession', 'uploadFiles', of('uploadFiles'));
	describeOutputSchema('uploadSession', 'create', of('create'));
	describeOutputSchema('uploadSession', 'completeFile', of('completeFile'));
	describeOutputSchema('filePart', 'getUploadUrls', of('getUploadUrls'));
	describeOutputSchema('filePart', 'upload', of('upload'));
});

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { UploadedFile } from '../../extraction/ledger/UploadedFiles';
import { attempt } from '../../shared/attempt';
import { invalid, valid, type Checked } from '../../shared/problems';
import { checkJsonList } from '../../shared/json';
import { ifAdded, param } from '../param';

const wholeNumber = z.number().int().nonnegative();

const FILE = z.object({
	file_name: z.string().min(1),
	item: wholeNumber,
	source: z.object({ node: z.string().min(1), output: wholeNumber, run: wholeNumber }).optional(),
});

/** Where the items of a node come from, as Upload Files outputs it with each file. */
export type SourceJson = NonNullable<z.infer<typeof FILE>['source']>;

/** The node, its output and its run that the input items come from; undefined if nothing was before this node. */
export async function inputSource(context: IExecuteFunctions): Promise<SourceJson | undefined> {
	const source = await attempt(async () => context.getInputSourceData());
	if (!source.ok || !source.value?.previousNode) return undefined;
	const { previousNode: node, previousNodeOutput: output = 0, previousNodeRun: run = 0 } = source.value;
	return { node, output, run };
}

function checkUploadedFiles(given: unknown): Checked<UploadedFile[]> {
	const list = checkJsonList(given, { key: 'files' });
	if (!list.ok) return list;
	const files: UploadedFile[] = [];
	for (const [index, entry] of list.value.entries()) {
		const file = FILE.safeParse(entry);
		if (!file.success) {
			const place = file.error.issues[0]?.path.join('.') ?? '';
			const text = `Entry ${index + 1} has no valid "${place}". Use the files from the output of Upload Files`;
			return invalid({ text });
		}
		const { file_name: sessionName, item: itemIndex, source: from } = file.data;
		const source = from && {
			previousNode: from.node,
			previousNodeOutput: from.output,
			previousNodeRun: from.run,
		};
		files.push({ sessionName, itemIndex, source });
	}
	return valid(files);
}

/** The files of the extraction, so that its rows are linked to the items that brought them. */
export const uploadedFiles = ifAdded(
	param(
		{
			displayName: 'Uploaded Files',
			name: 'uploadedFiles',
			type: 'json',
			default: '',
			placeholder: "e.g. {{ $('Upload Files').item.json.files }}",
			description:
				'The files from the output of Upload Session: Upload Files. Links each row to the item that brought its file, and names files without rows.',
		},
		checkUploadedFiles,
	),
);

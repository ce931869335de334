import { z } from 'zod';
import type { UploadedFile } from '../../extraction/rows/uploadedFiles';
import { checkJsonList } from '../../shared/json';
import { invalid, valid, type Checked } from '../../shared/problems';
import { ifAdded, param } from '../param';

const wholeNumber = z.number().int().nonnegative();

/** The files as Upload Files outputs them. Where their items come from is given in n8n's own terms. */
const FILES = z.array(
	z
		.object({
			file_name: z.string().min(1),
			item: wholeNumber,
			source: z
				.object({ node: z.string().min(1), output: wholeNumber, run: wholeNumber })
				.transform(({ node, output, run }) => ({
					previousNode: node,
					previousNodeOutput: output,
					previousNodeRun: run,
				}))
				.optional(),
		})
		.transform(({ file_name, item, source }) => ({ sessionName: file_name, itemIndex: item, source })),
);

function checkUploadedFiles(given: unknown): Checked<UploadedFile[]> {
	const list = checkJsonList(given, 'files');
	if (!list.ok) return list;
	const files = FILES.safeParse(list.value);
	if (files.success) return valid(files.data);
	const [index, ...place] = files.error.issues[0]?.path ?? [];
	return invalid({
		text: `Entry ${Number(index) + 1} has no valid "${place.join('.')}". Use the files from the output of Upload Files`,
	});
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

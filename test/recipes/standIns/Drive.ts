import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

export interface DriveFile {
	id: string;
	name: string;
	folder: string;
	mimeType: string;
	bytes: Buffer;
	properties: Record<string, string>;
}

/** The ID in the URL of a folder, as n8n's node takes it. */
const folderIn = (url: unknown): string => /folders\/([\w-]+)/.exec((url as { value: string }).value)![1]!;

/** A stand-in for Google Drive, and for n8n's node that speaks to it. */
export class Drive {
	readonly files = new Map<string, DriveFile>();
	/** Files that cannot be downloaded. */
	readonly broken = new Set<string>();

	add(name: string, folder: string, bytes: Buffer, mimeType = 'application/pdf'): DriveFile {
		const id = `id-of-file-${this.files.size + 1}`;
		const file = { id, name, folder, mimeType, bytes, properties: {} };
		this.files.set(id, file);
		return file;
	}

	/** The names in a folder. */
	in(folder: string): string[] {
		return [...this.files.values()].flatMap((file) => (file.folder === folder ? file.name : [])).sort();
	}

	/** As in n8n, an item that fails is not linked to the item it came from. */
	readonly node: Execute = forEachItem(async (context, item) => {
		const operation = context.getNodeParameter('operation', item) as string;
		if (operation === 'search') return this.search(context, item);
		const { value: id } = context.getNodeParameter('fileId', item) as { value: string };
		const file = this.files.get(id);
		if (!file) throw new Error('The resource you are requesting could not be found');
		if (operation === 'move') file.folder = folderIn(context.getNodeParameter('folderId', item));
		else if (operation === 'update') this.update(context, item, file);
		else if (operation === 'download') {
			if (this.broken.has(id)) throw new Error('Forbidden - perhaps check your credentials?');
			const data = await context.helpers.prepareBinaryData(file.bytes, file.name, file.mimeType);
			return [{ json: context.getInputData()[item]!.json, binary: { data } }];
		} else throw new Error(`No stand-in for ${operation}`);
		return { kind: 'drive#file', id, name: file.name, mimeType: file.mimeType };
	}, false);

	private search(context: IExecuteFunctions, item: number) {
		const { folderId } = context.getNodeParameter('filter', item) as { folderId?: unknown };
		const query = context.getNodeParameter('queryString', item) as string;
		const folders = folderId
			? [folderIn(folderId)]
			: [...query.matchAll(/'([\w-]+)' in parents/g)].map(([, id]) => id!);
		const found = [...this.files.values()].filter(({ folder }) => folders.includes(folder));
		const limit = context.getNodeParameter('returnAll', item)
			? Infinity
			: (context.getNodeParameter('limit', item) as number);
		return found.slice(0, limit).map(({ id, name, folder, mimeType, properties }) => {
			const json: IDataObject = {
				id,
				name,
				mimeType,
				parents: [folder],
				webViewLink: `https://drive.example.com/${id}`,
			};
			// Google leaves the properties out where there are none.
			return { json: Object.keys(properties).length > 0 ? { ...json, properties: { ...properties } } : json };
		});
	}

	private update(context: IExecuteFunctions, item: number, file: DriveFile): void {
		const name = context.getNodeParameter('newUpdatedFileName', item) as string;
		if (name) file.name = name;
		const { propertiesUi } = context.getNodeParameter('options', item) as {
			propertiesUi?: { propertyValues: Array<{ key: string; value: unknown }> };
		};
		for (const { key, value } of propertiesUi?.propertyValues ?? []) file.properties[key] = String(value);
	}
}

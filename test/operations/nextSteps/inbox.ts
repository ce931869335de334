import type { INodeExecutionData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../../examples/documents/invoicePdf';
import type { NodeFixture } from '../../support/fixtures/nodeFixture';
import { gives, type LinkServer } from '../../support/fixtures/linkServer';
import { itemWith } from '../../support/items';

/** A file of the inbox. Its invoice has the number of its letter. */
export interface Letter {
	name: string;
	type: string;
	bytes: Buffer;
	/** It comes as a link, not as a file in n8n. */
	link?: string;
	/** It is in n8n no more. */
	isLost?: boolean;
}

export type Letters = Record<string, Letter>;

/** Which letters come with which item. */
export type Inbox = string[][];

export const pdf = async (
	name: string,
	options: Parameters<typeof makeInvoicePdf>[1] = {},
): Promise<Letter> => ({
	name: `${name}.pdf`,
	type: 'application/pdf',
	bytes: await makeInvoicePdf({ number: `${name.toUpperCase()}-1` }, options),
});

/** Three items with four letters; each letter in its own item, where an ID of the user's own stands for one file. */
export const INBOX: Inbox = [['a'], ['b', 'c'], ['d']];
export const APART: Inbox = [['a'], ['b'], ['c'], ['d']];

/** The items as the nodes before would bring them. */
export async function bring(
	{ engine }: Pick<NodeFixture, 'engine'>,
	inbox: Inbox,
	letters: Letters,
	{ web, suffix }: { web: LinkServer; suffix(names: string[]): string },
): Promise<INodeExecutionData[]> {
	return await Promise.all(
		inbox.map(async (names) => {
			const all = names.map((name) => letters[name]!);
			const stored = all.filter(({ link }) => link === undefined);
			const files = await Promise.all(
				stored.map(async ({ name, type, bytes, isLost }) => {
					const file = await engine.storeFile(bytes, name, type);
					// Somebody has deleted it from n8n's store meanwhile.
					return isLost ? { ...file, id: `${file.id}-gone` } : file;
				}),
			);
			const links = all.map(
				({ name, bytes, link }) =>
					link ?? web.on(`/${name}`, gives(bytes, { 'content-type': 'application/pdf' })),
			);
			return { ...itemWith(...files), json: { id: `own-${names.join('')}${suffix(names)}`, links } };
		}),
	);
}

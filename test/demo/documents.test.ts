import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsIn } from '../../dev/demo/documents';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'demo-documents-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

test('documents are found in sub-folders too, by their extension in either case; other files are not', async () => {
	await mkdir(join(folder, 'march'));
	for (const name of ['b.PDF', 'march/a.jpeg', 'march/c.png', 'notes.txt', '._b.pdf'])
		await writeFile(join(folder, name), 'content');
	expect(await documentsIn(folder)).toEqual([
		{ name: 'b.PDF', path: join(folder, 'b.PDF'), mimeType: 'application/pdf', bytes: 7 },
		{ name: 'march/a.jpeg', path: join(folder, 'march', 'a.jpeg'), mimeType: 'image/jpeg', bytes: 7 },
		{ name: 'march/c.png', path: join(folder, 'march', 'c.png'), mimeType: 'image/png', bytes: 7 },
	]);
});

test('a folder without documents, a missing one and a file say what is wrong', async () => {
	await writeFile(join(folder, 'notes.txt'), '');
	await expect(documentsIn(folder)).rejects.toThrow('There is no PDF, JPG or PNG file in');
	await expect(documentsIn(join(folder, 'absent'))).rejects.toThrow('There is no folder');
	await expect(documentsIn(join(folder, 'notes.txt'))).rejects.toThrow('is a file');
});

import { NEWEST } from '../../hosts/install';
import { openEditor, type Editor } from '../../n8n/editor';
import { exampleNames, readExample } from '../../n8n/examples';
import { CHROMIUM } from '../../services/chromium';
import { needing } from '../../setup/needing';
import { startN8n, type N8nFixture } from '../../setup/n8nFixture';
import { CREDENTIAL_TYPE } from '../../../support/names';

needing(CHROMIUM);

let n8n: N8nFixture;
let editor: Editor;

beforeAll(async () => {
	n8n = await startN8n({ version: NEWEST });
	editor = await openEditor(n8n.host.client);
});
afterAll(async () => {
	await editor?.close();
	await n8n?.close();
});

/** The notes on the canvas whose text does not fit. */
const overflowing = async (): Promise<string[]> =>
	await editor.page
		.getByTestId('sticky')
		.evaluateAll((notes) =>
			notes
				.filter((note) =>
					[note, ...note.querySelectorAll('*')].some(
						({ clientHeight, scrollHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 2,
					),
				)
				.map((note) => `${note.querySelector('h1, h2, h3')?.textContent ?? ''} does not fit`),
		);

/** What the browser shows one over the other: nodes with their names, and notes. */
const covered = async (): Promise<string[]> =>
	await editor.page.locator('.vue-flow__node').evaluateAll((nodes) => {
		const boxes = nodes.map((node) => {
			const { left, right, top, bottom } = node.getBoundingClientRect();
			return { name: node.textContent?.trim().slice(0, 30) ?? '', left, right, top, bottom };
		});
		return boxes.flatMap((one, index) =>
			boxes
				.slice(index + 1)
				.filter(
					(other) =>
						one.left < other.right &&
						other.left < one.right &&
						one.top < other.bottom &&
						other.top < one.bottom,
				)
				.map((other) => `${one.name} / ${other.name}`),
		);
	});

it('every example: the notes fit their text, and nothing covers anything', async () => {
	const { page, byId } = editor;
	const findings: string[] = [];
	for (const [index, path] of (await exampleNames()).entries()) {
		const example = await readExample(path, { [CREDENTIAL_TYPE]: n8n.credential });
		const workflow = await n8n.host.client.createWorkflow(example);
		await (index === 0 ? editor.open(workflow.id) : editor.goOnToWorkflow(workflow));
		await byId('sticky').first().waitFor();
		await page.keyboard.press('1');
		// In the font that stands in until the right one is loaded, a text may take more room.
		await page.waitForFunction(`document.getAnimations().length === 0 && document.fonts.status === 'loaded'`);
		for (const finding of [...(await overflowing()), ...(await covered())])
			findings.push(`${path}: ${finding}`);
		await editor.picture(`workflows/${path.replace('.json', '')}`);
	}
	expect(findings).toEqual([]);
});

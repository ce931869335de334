import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { startBrowser } from '../services/chromium';
import { until } from '../support/until';
import type { N8nClient } from './client';
import type { SavedWorkflow } from './types';

/** The pictures of the documentation are light. With SCREENSHOTS=dark they show the other theme, in a folder that is not committed. */
const isDark = process.env.SCREENSHOTS === 'dark';

const IMAGES = resolve(__dirname, '..', '..', '..', ...(isDark ? ['out', 'dark'] : ['docs', 'images']));

/** What comes and goes. */
const POP_UPS = '.el-notification, .el-popper, [data-reka-popper-content-wrapper]';

/** Keeps what a page shows as a picture for the documentation, when SCREENSHOTS is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
	if (!process.env.SCREENSHOTS) return;
	const path = join(IMAGES, `${name}.png`);
	await mkdir(dirname(path), { recursive: true });
	// Nothing is in motion and the pointer points at nothing.
	await page.mouse.move(0, 0);
	await page.screenshot({ path, animations: 'disabled', style: `${POP_UPS} { visibility: hidden }` });
}

/** n8n's editor in a browser, with the session of a client. */
export interface Editor {
	page: Page;
	byId(testId: string): Locator;
	/** Opens a workflow; with a node's id, also that node's parameters. */
	open(workflowId: string, nodeId?: string): Promise<void>;
	/** Goes on from an open workflow to another, by the editor's own router: to load the editor again costs seconds. */
	goOnToWorkflow(workflow: SavedWorkflow): Promise<void>;
	/** Opens a node of the workflow that is shown. */
	openNode(nodeName: string): Promise<void>;
	closeNode(): Promise<void>;
	/** From an open node to the one that it is connected to. */
	goOnTo(nodeName: string): Promise<void>;
	/** Keeps the screen as a picture for the documentation, when SCREENSHOTS is set. */
	picture(name: string): Promise<void>;
	close(): Promise<void>;
}

export async function openEditor(client: N8nClient): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser: Browser = await startBrowser();
	const context = await browser.newContext({
		baseURL: client.address,
		viewport: { width: 1440, height: 900 },
		colorScheme: isDark ? 'dark' : 'light',
	});
	await context.addCookies(client.cookies().map((cookie) => ({ ...cookie, url: client.address })));
	const page = await context.newPage();
	page.setDefaultTimeout(180_000);
	const byId = (testId: string) => page.getByTestId(testId);
	return {
		page,
		byId,
		async open(workflowId, nodeId = '') {
			await page.goto(`/workflow/${workflowId}/${nodeId}`);
			await byId(nodeId ? 'node-parameters' : 'canvas-node')
				.first()
				.waitFor();
		},
		async goOnToWorkflow({ id, nodes }) {
			await page.evaluate(`
				history.pushState(null, '', '/workflow/${id}');
				dispatchEvent(new PopStateEvent('popstate'));
			`);
			const wanted = nodes.map((node) => node.id).sort();
			await until('the canvas of the other workflow', async () => {
				const shown = await page
					.locator('.vue-flow__node')
					.evaluateAll((all) => all.map((node) => node.getAttribute('data-id')));
				return isDeepStrictEqual(shown.sort(), wanted);
			});
		},
		async openNode(nodeName) {
			await byId('canvas-node').filter({ hasText: nodeName }).first().dblclick();
			await byId('node-parameters').waitFor();
		},
		async closeNode() {
			await page.keyboard.press('Escape');
			await byId('node-parameters').waitFor({ state: 'detached' });
		},
		async goOnTo(nodeName) {
			await page.locator(`[data-test-id=floating-node][data-node-name="${nodeName}"]`).click();
			await byId('ndv').getByText(nodeName, { exact: true }).filter({ visible: true }).first().waitFor();
		},
		picture: async (name) => await keepPicture(page, name),
		close: async () => await browser.close(),
	};
}

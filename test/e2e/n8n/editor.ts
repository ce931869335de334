import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { startBrowser } from '../services/chromium';
import type { N8nClient } from './client';

const IMAGES = resolve(__dirname, '..', '..', '..', 'docs', 'images');

/** n8n's editor in a browser, with the session of a client. */
export interface Editor {
	page: Page;
	byId(testId: string): Locator;
	/** Opens a workflow; with a node's id, also that node's parameters. */
	open(workflowId: string, nodeId?: string): Promise<void>;
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
	});
	await context.addCookies(client.cookies().map((cookie) => ({ ...cookie, url: client.address })));
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
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
		async picture(name) {
			if (!process.env.SCREENSHOTS) return;
			await mkdir(IMAGES, { recursive: true });
			// Nothing is in motion and the pointer points at nothing.
			await page.mouse.move(0, 0);
			await page.screenshot({ path: join(IMAGES, `${name}.png`), animations: 'disabled' });
		},
		close: async () => await browser.close(),
	};
}

import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const AXE = createRequire(__filename).resolve('axe-core/axe.min.js');

/** A desk and a phone, light and dark. */
const LOOKS = [
	{ width: 1440, colorScheme: 'light' },
	{ width: 1440, colorScheme: 'dark' },
	{ width: 390, colorScheme: 'light' },
	{ width: 390, colorScheme: 'dark' },
] as const;

/** Looks at what stands on the page: no rule of axe is broken, and nothing sticks out. @param name of what is seen */
type Judge = (name: string) => Promise<void>;

/** Opens a link on a desk and on a phone, light and dark, and uses it each time. */
export async function judged(
	browser: Browser,
	link: string,
	use: (page: Page, judge: Judge) => Promise<void>,
): Promise<void> {
	for (const { width, colorScheme } of LOOKS) {
		// The policy of the page lets no other script in, not even this one.
		const context = await browser.newContext({
			viewport: { width, height: 900 },
			colorScheme,
			bypassCSP: true,
		});
		const page = await context.newPage();
		await page.goto(link);
		await use(page, async (name) => {
			await page.addScriptTag({ path: AXE });
			const found = await page.evaluate(async () => {
				const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } };
				return (await axe.run()).violations as Array<{ id: string; impact: string; nodes: object[] }>;
			});
			expect([name, found.map(({ id: rule, impact }) => `${rule}: ${impact}`)]).toEqual([name, []]);
			expect(
				await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
			).toBe(true);
		});
		await context.close();
	}
}

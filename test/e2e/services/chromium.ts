import { chromium, type Browser } from 'playwright-core';
import { firstOf, need, type Program } from './debian';

export const CHROMIUM: Program = {
	debianPackage: 'chromium',
	find: firstOf('/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'),
};

/** What keeps a browser quiet that has no network but the loopback interface. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The installed Chromium, headless. No browser is downloaded. @param showsPdf whether it has its viewer for PDF, which costs seconds */
export async function startBrowser(showsPdf = false): Promise<Browser> {
	const executablePath = await need(CHROMIUM);
	const viewer = showsPdf ? { headless: false, args: [...FLAGS, '--headless=new'] } : {};
	return await chromium.launch({ executablePath, args: FLAGS, ...viewer });
}

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Page } from 'playwright-core';

const IMAGES = resolve(__dirname, '..', '..', '..', 'docs', 'images');

/** Of the pictures, in pixels: wide enough to read, and small enough for a README. A page fits if it has this size, or its shape. */
export const SIZE = { width: 960, height: 440 };
const COLORS = 128;

/** A moving picture of what somebody does, for the documentation. It is made only when SCREENSHOTS is set. */
export class MovingPicture {
	private readonly gif = process.env.SCREENSHOTS ? GIFEncoder() : undefined;

	/** Takes the page as it is now. @param seconds how long it is shown */
	async add(page: Page, seconds: number): Promise<void> {
		if (!this.gif) return;
		const image = await loadImage(await page.screenshot({ animations: 'disabled' }));
		const canvas = createCanvas(SIZE.width, SIZE.height);
		const context = canvas.getContext('2d');
		context.drawImage(image, 0, 0, SIZE.width, SIZE.height);
		const data = new Uint8Array(context.getImageData(0, 0, SIZE.width, SIZE.height).data.buffer);
		const palette = quantize(data, COLORS);
		this.gif.writeFrame(applyPalette(data, palette), SIZE.width, SIZE.height, {
			palette,
			delay: seconds * 1000,
		});
	}

	/** @param name of the file, without its ending */
	async save(name: string): Promise<void> {
		if (!this.gif) return;
		this.gif.finish();
		await writeFile(join(IMAGES, `${name}.gif`), this.gif.bytes());
	}
}

import type { TextItem } from './lines';

/** An example picture carries its text, since the sandbox recognises no characters: see `examples/documents/exampleImages.ts`. */
const TEXT = /Text of this picture: (\[\[.*?\]\])/;

/** The text of a JPG or PNG, empty for any but an example; undefined for bytes that are no picture. */
export function pictureText(bytes: Buffer): TextItem[] | undefined {
	const isPicture = /^(89504e47|ffd8ff.)/.test(bytes.subarray(0, 4).toString('hex'));
	if (!isPicture) return undefined;
	const [, text = '[]'] = TEXT.exec(bytes.toString('latin1')) ?? [];
	const pieces = JSON.parse(text) as Array<[text: string, x: number, y: number, size: number]>;
	return pieces.map(([piece, x, y, height]) => ({
		text: piece,
		x,
		y,
		width: (piece.length * height) / 2,
		height,
	}));
}

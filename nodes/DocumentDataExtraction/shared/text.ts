/** Cuts a text off without leaving half of a character such as an emoji. */
export const cutOff = (text: string, length: number): string =>
	text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

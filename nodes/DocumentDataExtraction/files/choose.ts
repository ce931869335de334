/** Which binary fields of the items are documents. */
export interface FileChoice {
	/** Names of binary fields, or undefined for every one. */
	fieldNames?: string[];
	/** Such as `*.pdf, invoice-*`; undefined takes every name. */
	namePattern?: string;
	/** Smaller files, such as the logos of e-mail signatures, are left out. In bytes. */
	minimumBytes: number;
}

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

const asPattern = (glob: string): RegExp =>
	new RegExp(`^${escaped(glob).replace(/\*/g, '.*').replace(/\?/g, '.')}$`, 'i');

/** Splits a list that the user typed with commas. */
export const listOf = (text: string): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part.length > 0);

/** Whether a file is one of the chosen ones, by its name and size. */
export function isChosen(choice: FileChoice, fileName: string, bytes: number): boolean {
	const patterns = listOf(choice.namePattern ?? '').map(asPattern);
	const nameFits = patterns.length === 0 || patterns.some((pattern) => pattern.test(fileName));
	// An empty file is no logo: it must be reported, not left out.
	return nameFits && (bytes === 0 || bytes >= choice.minimumBytes);
}

export type ValueType = 'text' | 'reference' | 'date' | 'amount' | 'rate' | 'boolean';

/** The words for one value, in the languages the sandbox knows. */
export interface FieldWords {
	/** Column name where the prompt leaves the names to the service. */
	column: string;
	type: ValueType;
	/** What documents print beside or above the value, and what prompts call it too. */
	labels: string[];
	/** What only prompts call it: in a document these words would be misread. */
	names: string[];
}

/** Phrases from comma-separated lists. They are compared in the form that normalise.ts gives them. */
export function words(...lists: string[]): string[] {
	return lists.flatMap((list) => list.split(', ')).filter((phrase) => phrase !== '');
}

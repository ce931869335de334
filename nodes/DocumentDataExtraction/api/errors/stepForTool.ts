/** How to get a file that no link brings. */
export const OTHER_WAY =
	'Or download the file with the node of its service, and set Input Files to All Files.';

/** How to get another ID than the one that is made of the files. */
export const OTHER_ID = 'set Prevent Duplicates By to My Own ID, and enter an ID that no request has had';

/** How to get the questions of an extraction. */
export const AS_ITEMS =
	'To get questions as items, set the option If the Service Is Unsure to Ask Me (Extra Output).';

/** How to send the files of an item without those of others. */
export const BY_ITSELF = ', or set Group Files to Each Item Separately';

/** How a person answers the questions of an extraction. */
export const IN_A_FORM = ' or Answer: Ask in a Form';

/** Advice to use what the tool of an AI agent lacks, and what its model is told instead. */
const INSTEAD: ReadonlyArray<[advice: string, instead: string]> = [
	[` ${OTHER_WAY}`, ''],
	[` ${AS_ITEMS}`, ''],
	[BY_ITSELF, ''],
	[IN_A_FORM, ''],
	[OTHER_ID, 'call again with other words in the prompt'],
];

/** A next step with nothing in it that a tool lacks. */
export const stepForTool = (nextStep: string): string =>
	INSTEAD.reduce((step, [advice, instead]) => step.replaceAll(advice, instead), nextStep);

import { errorText, failedItems, namesOf, pairing, textOf } from './observe';
import type { History, InputFile, Played } from './play';

/** A next step that a run carries out. */
export interface Followed {
	/** The run that gave it. */
	run: Played;
	/** Its words. */
	text: string;
	/** The files that are sent. */
	files: InputFile[];
}

interface Failure {
	text: string;
	item?: number;
	/** The IDs of the extractions that it names as finished. */
	finished: string[];
}

/** The first failure that a run told: its words, and the item it is about. */
function firstFailure(run: Played): Failure | undefined {
	const { error } = run.outcome;
	if (error) {
		const { itemIndex: item, finished_extractions: finished = [] } = error.context as {
			itemIndex?: number;
			finished_extractions?: Array<{ extraction_id: string }>;
		};
		return { text: errorText(run), item, finished: finished.map(({ extraction_id: id }) => id) };
	}
	const [failed] = failedItems(run);
	return failed && { text: textOf(failed.json), item: pairing(failed)?.[0], finished: [] };
}

/** Whether anything of a text is about running again. */
const AGAIN =
	/\b(run|runs|running) (the node |the workflow )?(again|with)\b|new execution|send the corrected file/i;

/** The file without what kept it from being read. */
const corrected = (file: InputFile): InputFile => ({
	...file,
	doc: { ...file.doc, id: `${file.doc.id}c`, trait: 'fine', failedPages: [], size: file.doc.size + 1_000 },
});

/** What the next step of a run has a user send: undefined where it says nothing, or how to get the rows without another run. */
export function stepAfter(run: Played, service: History['service']): Followed | undefined {
	const failure = firstFailure(run);
	if (!failure || run.outcome.end === 'killed' || run.outcome.stoppedAt !== undefined) return undefined;
	const { text, item, finished } = failure;
	const sending = (files: InputFile[]) => (files.length === 0 ? undefined : { run, text, files });
	const ofItem = run.files.filter((file) => item === undefined || file.item === item);
	const named = ofItem.filter((file) => namesOf({ service }, file).some((name) => text.includes(name)));
	const paid = service.extractions.filter(({ id }) => finished.includes(id)).flatMap(({ docs }) => docs);
	if (!AGAIN.test(text)) return undefined;
	if (/with the failed files alone/.test(text)) return sending(named.length > 0 ? named : ofItem);
	if (/without the files of these extractions/.test(text))
		return sending(run.files.filter((file) => paid.every(({ doc }) => doc.id !== file.doc.id)));
	return /Send the corrected file alone/.test(text) ? sending(named.map(corrected)) : sending(run.files);
}

import type { INodeExecutionData } from 'n8n-workflow';
import type { Call } from '../host/network';
import type { Made } from '../service/Service';
import { isBadTrait } from '../service/documents';
import type { History, InputFile, Played } from './play';

/** A row that came out of the node. */
export interface RowOut {
	doc: string;
	key: string;
	asked: string;
	/** The items it is paired with; undefined when the node said nothing. */
	paired: number[] | undefined;
}

export const pairing = ({ pairedItem }: INodeExecutionData): number[] | undefined =>
	pairedItem === undefined
		? undefined
		: [pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item));

export const itemsOf = ({ outcome }: Played): INodeExecutionData[] => outcome.outputs.flat();

export function rowsOut(run: Played): RowOut[] {
	return itemsOf(run).flatMap((item) => {
		const { 'Invoice Number': doc, Amount: amount, 'Asked For': asked } = item.json;
		if (typeof doc !== 'string' || amount === undefined) return [];
		return [{ doc, key: `${doc} ${String(amount)}`, asked: String(asked), paired: pairing(item) }];
	});
}

export const failedItems = (run: Played): INodeExecutionData[] =>
	itemsOf(run).filter(({ json }) => json.error !== undefined);

/** Everything that can be read in a value: its texts, also those of errors, which JSON leaves out. */
export function textOf(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '' : String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	const shown = value instanceof Error ? [value.message, value.stack, value.cause] : [];
	const own = Object.entries(value).flatMap(([key, each]) => [key, textOf(each, seen)]);
	return [...shown.map((each) => textOf(each, seen)), ...own].join('\n');
}

/** What a user reads of an error: n8n shows message, description and context. */
export const errorText = (run: Played): string => {
	const { error } = run.outcome;
	return error
		? [error.message, textOf(error.description), textOf(error.context), textOf(error.messages)].join('\n')
		: '';
};

interface Told {
	extraction_id?: string;
	status?: string;
	error?: { code?: string; details?: { extraction_id?: string } };
}

/** The answer to a call, as far as it is JSON. */
export function answerOf({ answer = '' }: Call): Told {
	try {
		return JSON.parse(answer) as Told;
	} catch {
		return {};
	}
}

/** The ID that an answer to a submission tells: of what was accepted, or of what the ID was used for. */
function toldId(call: Call): string | undefined {
	const { extraction_id: id, error } = answerOf(call);
	return id ?? error?.details?.extraction_id;
}

/** The extractions whose ID the service told this run in its last try. */
export function toldExtractions({ extractions, network }: History, run: Played): Made[] {
	const { lastTryBegan, stoppedAt = Infinity } = run.outcome;
	const told = network.calls
		.filter((call) => call.run === run.label && call.endpoint === 'submit')
		.filter(({ at, endedAt = Infinity }) => at >= lastTryBegan && endedAt <= stoppedAt)
		.map(toldId);
	return extractions.filter(({ id }) => told.includes(id));
}

/** The extractions of a request, whichever run made them. */
export function extractionsOf({ extractions, runs }: History, request: string): Made[] {
	const labels = runs.filter((run) => run.request === request).map(({ label }) => label);
	return extractions.filter(({ by }) => labels.includes(by));
}

export const itemOfDoc = (run: Played, doc: string): number | undefined =>
	run.files.find((file) => file.doc.id === doc)?.item;

const ENDINGS = ['pdf', 'jpg', 'jpeg', 'png'];
const NUMBERS = ['', ...Array.from({ length: 6 }, (_, index) => ` (${index + 2})`)];

/** The names that the node may send a file under, or would: with the ending of its type, and with a number if several have one name. */
function sendable(name: string): string[] {
	const stem = name.replace(/\.(pdf|jpe?g|png)$/i, '');
	return NUMBERS.flatMap((number) => ENDINGS.map((ending) => `${stem}${number}.${ending}`));
}

/** The names a file goes by: the one it came with, those it was sent under, and those of a run that found it sent already. */
export function namesOf({ service }: Pick<History, 'service'>, { doc, name }: InputFile): string[] {
	const sent = [...service.registered.values()]
		.filter(({ sizeBytes }) => sizeBytes === doc.size)
		.map(({ fileName }) => fileName);
	return [...new Set([name, ...sent, ...sendable(name)])];
}

export const isBad = ({ doc }: InputFile): boolean => isBadTrait(doc.trait);

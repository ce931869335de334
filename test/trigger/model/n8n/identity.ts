import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Settings } from '../settings';

/** One event that left the trigger. */
export interface Emission {
	event: string;
	id: string;
	/** The questions that came with it, by id and whether they were refused before. */
	questions: string[];
	missing: boolean;
	/** Rows, in this item or in items of their own, and files. */
	rows: number;
	files: number;
	/** When its poll began, and ended. */
	startedAt: number;
	at: number;
	/** What the poll was set to. */
	settings: Settings;
}

/** From here on a trigger counts: what had ended before `from` is nobody's, what ends after `to` is announced. */
export interface Beginning {
	from: number;
	to: number;
	/** `anew`: n8n lost all it knew, or another scope was chosen; earlier events may be announced or not. */
	kind: 'activation' | 'anew';
	/** Its very first poll had its turn, and the list showed something or was read to its end. */
	isAtOnce: boolean;
	/** What its first poll was shown in lists, and whose statuses it read. */
	shown: ReadonlySet<string>;
	read: ReadonlySet<string>;
	/** When n8n's clock was last set. If that was since the activation, it does not say how long ago that was. */
	clockSetAt: number;
}

/** One trigger as a user sees it: a node of a workflow, under whatever name. */
export class Identity {
	readonly emitted: Emission[] = [];
	readonly beginnings: Beginning[] = [];
	/** Emissions that n8n lost the state of, by their numbers: from, and up to but not with. */
	readonly lost: Array<{ from: number; upTo: number }> = [];
	readonly settings: Array<{ from: number; settings: Settings }> = [];
	/** Deleted, or its workflow is. */
	isRetired = false;
	/** The next poll that succeeds is a beginning of this kind. */
	begins: Beginning['kind'] | undefined = 'activation';
	/** When its first poll began, whether or not it saw anything. */
	beganAt = Infinity;
	/** From then on it has seen everything that was open when it began. */
	settledAt = Infinity;

	constructor(
		readonly key: string,
		settings: Settings,
		now: number,
	) {
		this.set(settings, now);
	}

	get current(): Settings {
		return this.settings.at(-1)!.settings;
	}

	/** Whether these settings are about the same owner as the current ones. */
	isOfScope({ scope = 'own' }: Settings): boolean {
		return scope === (this.current.scope ?? 'own');
	}

	set(settings: Settings, now: number): void {
		if (this.settings.length > 0 && !this.isOfScope(settings)) this.begins = 'anew';
		this.settings.push({ from: now, settings });
	}
}

const rowsOf = (items: readonly INodeExecutionData[], id: unknown): number =>
	items.filter(({ json }) => json.extraction_id === id).length;

/** The events in what a poll returned. Rows of one extraction, one to an item, are one event. */
export function eventsOf(
	items: readonly INodeExecutionData[],
): Array<Pick<Emission, 'event' | 'id' | 'questions' | 'missing' | 'rows' | 'files'>> {
	return items
		.filter(({ json: { No } }) => No === undefined || No === '1')
		.map(({ json, binary }) => ({
			event: String(json.event),
			id: String(json.extraction_id),
			rows: json.No ? rowsOf(items, json.extraction_id) : ((json.rows ?? []) as unknown[]).length,
			files: Object.keys(binary ?? {}).length,
			questions: ((json.questions ?? []) as IDataObject[]).map(
				(each) => String(each.question_id) + (each.previous_answer_rejected === true ? '!' : ''),
			),
			missing: json.missing !== undefined,
		}));
}

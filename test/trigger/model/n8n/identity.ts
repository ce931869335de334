import type { IDataObject } from 'n8n-workflow';
import type { Settings } from '../settings';

/** One event that left the trigger. */
export interface Emission {
	event: string;
	id: string;
	/** The questions that came with it, by id and whether they were refused before. */
	questions: string[];
	missing: boolean;
	at: number;
	/** What the poll was set to. */
	settings: Settings;
	/** The poll ran twice at once: what both saw may come once more. */
	isTwin: boolean;
}

/** From here on a trigger counts: what had ended before `from` is nobody's, what ends after `to` is announced. */
export interface Beginning {
	from: number;
	to: number;
	/** `anew`: n8n lost all it knew, or another scope was chosen; earlier events may be announced or not. */
	kind: 'activation' | 'anew';
	/** Its very first poll had its turn, and the list showed something or was read to its end. */
	isAtOnce: boolean;
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

	set(settings: Settings, now: number): void {
		const isOther = this.settings.length > 0 && (settings.scope ?? 'own') !== (this.current.scope ?? 'own');
		if (isOther) this.begins = 'anew';
		this.settings.push({ from: now, settings });
	}
}

/** The events in what a poll returned. Rows of one extraction, one to an item, are one event. */
export function eventsOf(
	items: readonly IDataObject[],
): Array<Pick<Emission, 'event' | 'id' | 'questions' | 'missing'>> {
	return items
		.filter(({ No }) => No === undefined || No === '1')
		.map((json) => ({
			event: String(json.event),
			id: String(json.extraction_id),
			questions: ((json.questions ?? []) as IDataObject[]).map(
				(each) => String(each.question_id) + (each.previous_answer_rejected === true ? '!' : ''),
			),
			missing: json.missing !== undefined,
		}));
}

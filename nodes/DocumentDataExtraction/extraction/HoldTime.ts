import { LIMITS } from '../api/limits';

/** Seconds that a request is held; 0 is a plain status call. */
const HOLDS = [LIMITS.waitSeconds.max, 20, 10, 5, 0] as const;

/** If a request failed sooner, holding it was not the reason. */
const SHORTEST_CUT_MS = 1000;

/** After this many responses in a row a longer hold is tried again. The number doubles with every cut, because most proxies keep to their limit. */
const RESPONSES_TO_GROW = 2;
const MOST_RESPONSES_TO_GROW = 64;

/**
 * Decides how long the service should hold a status request. A proxy may cut held requests, so a cut makes the next hold shorter.
 * Success makes it longer again, because one cut may have been an accident.
 */
export class HoldTime {
	private rung = 0;
	private responsesToGrow = RESPONSES_TO_GROW;
	private responses = 0;

	get seconds(): number {
		return HOLDS[this.rung] ?? 0;
	}

	succeeded(): void {
		if (this.rung === 0 || ++this.responses < this.responsesToGrow) return;
		this.responses = 0;
		this.rung--;
	}

	/** @param heldMs how long the request had been under way when it failed */
	failed(heldMs: number): void {
		this.responses = 0;
		if (this.seconds === 0 || heldMs < SHORTEST_CUT_MS) return;
		this.rung++;
		this.responsesToGrow = Math.min(this.responsesToGrow * 2, MOST_RESPONSES_TO_GROW);
	}
}

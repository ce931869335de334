/** How the service behaves where the contract leaves it open, or where a test wants it otherwise. Can be changed while it runs. */
export interface Settings {
	/** How many extractions of an account may be `processing` at once; one more fails with CONCURRENT_TASK_LIMIT. Default: any number. */
	concurrentLimit: number;
	/** Whether a session that exists already is refused, too, where credits have run out. The contract is silent. Default false. */
	creditsForExistingSessions: boolean;
	/** Whether a cursor is refused with other filters than those it was given for. The contract is silent. Default true. */
	cursorsKeepFilters: boolean;
	/** The newer service: see `newer.ts`. Default false. */
	newer: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
	concurrentLimit: Infinity,
	creditsForExistingSessions: false,
	cursorsKeepFilters: true,
	newer: false,
};

/** The settings with those of `given` that are settings; null, as JSON writes it, is Infinity. */
export function withSettings(settings: Settings, given: Partial<Settings>): Settings {
	const names = Object.keys(settings) as Array<keyof Settings>;
	const changes = names
		.filter((name) => given[name] !== undefined)
		.map((name) => [name, given[name] ?? Infinity]);
	return { ...settings, ...Object.fromEntries(changes) };
}

import type { EventKind, ModelExtraction } from './service/extraction';

/** How a user has set up the trigger. */
export interface Settings {
	events: EventKind[];
	method?: 'api' | 'web_app';
	scope?: 'own' | 'team';
	nameContains?: string;
	extra: 'nothing' | 'rows' | 'files';
	rowItems: 'perExtraction' | 'perRow';
	simplify: boolean;
}

export const USUAL: Settings = {
	events: ['completed', 'failed', 'cancelled', 'input_required'],
	extra: 'nothing',
	rowItems: 'perExtraction',
	simplify: true,
};

function completedOutputOf({ extra, rowItems }: Settings): string {
	if (extra === 'nothing') return 'extraction';
	if (extra === 'files') return 'extractionWithFiles';
	return rowItems === 'perRow' ? 'rows' : 'extractionWithRows';
}

/** As the node's parameters. */
export const parametersOf = (settings: Settings): Record<string, unknown> => ({
	events: settings.events,
	completedOutput: completedOutputOf(settings),
	formats: ['csv'],
	outputFieldName: 'data',
	simplify: settings.simplify,
	filters: {
		...(settings.scope ? { scope: settings.scope } : {}),
		...(settings.method ? { submissionMethod: settings.method } : {}),
		...(settings.nameContains ? { taskNameContains: settings.nameContains } : {}),
	},
});

/** Whether the filters let the extraction through. */
export const isMatch = ({ method, nameContains, scope }: Settings, { traits }: ModelExtraction): boolean =>
	(!method || traits.method === method) &&
	(!nameContains || traits.name.toLowerCase().includes(nameContains.toLowerCase())) &&
	(scope === 'team' || traits.owner === 'own');

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

/** As the node's parameters. */
export const parametersOf = (settings: Settings): Record<string, unknown> => ({
	events: settings.events,
	completedExtra: settings.extra,
	rowItems: settings.rowItems,
	formats: ['csv'],
	outputFieldName: 'data',
	includeQuestions: true,
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

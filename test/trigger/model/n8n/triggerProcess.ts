import type { INodeType } from 'n8n-workflow';
import * as workflowPackage from 'n8n-workflow';
import * as zodPackage from 'zod';
import * as errorSchemas from '../../../../nodes/DocumentDataExtraction/api/schemas/errors';
import * as schemas from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';

const SCHEMAS = '../../../../nodes/DocumentDataExtraction/api/schemas';
const TRIGGER = '../../../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
const LIMITS = '../../../../nodes/DocumentDataExtraction/trigger/state';

export type Limits = Record<string, number>;

/** One process of n8n: what the node keeps in memory is gone with it. */
export interface TriggerProcess {
	isAlive: boolean;
	readonly trigger: INodeType;
	/** The trigger's own limits, to be lowered. */
	readonly limits: Limits;
	/** What they are in earnest. */
	readonly usual: Limits;
}

/** Loads the node's modules anew; what n8n provides and what holds no state stay. */
export function newProcess(): TriggerProcess {
	let loaded: TriggerProcess | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => workflowPackage);
		jest.doMock('zod', () => zodPackage);
		jest.doMock(`${SCHEMAS}/errors`, () => errorSchemas);
		jest.doMock(`${SCHEMAS}/extractions`, () => schemas);
		/* eslint-disable @typescript-eslint/no-require-imports -- an import would be the same for all processes */
		const { DocumentDataExtractionTrigger } = require(TRIGGER) as Record<string, new () => INodeType>;
		const { TRIGGER_LIMITS } = require(LIMITS) as { TRIGGER_LIMITS: Limits };
		/* eslint-enable @typescript-eslint/no-require-imports */
		const trigger = new DocumentDataExtractionTrigger!();
		loaded = { isAlive: true, trigger, limits: TRIGGER_LIMITS, usual: { ...TRIGGER_LIMITS } };
	});
	if (!loaded) throw new Error('The node could not be loaded');
	return loaded;
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { checkPrompt } from '../../nodes/DocumentDataExtraction/parameters/prompt/parameters';
import type { Prompt } from '../../nodes/DocumentDataExtraction/parameters/prompt/checks';
import type { Checked } from '../../nodes/DocumentDataExtraction/shared/problems';

/** The prompt that parameters describe, read as those of an item. */
export function promptOf(parameters: Record<string, unknown>): Checked<Prompt> {
	const given = checkPrompt(
		{
			getNodeParameter: (name: string, _itemIndex: number, fallback: unknown) =>
				name in parameters ? parameters[name] : fallback,
		} as unknown as IExecuteFunctions,
		0,
		new Map(),
	);
	return given.ok ? { ok: true, value: given.value.prompt } : given;
}

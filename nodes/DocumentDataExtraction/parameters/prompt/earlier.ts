import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { getExtractionDetails, type OutputStructure } from '../../api/endpoints/extractions';
import { hasCode } from '../../api/errors/ServiceError';
import type { ApiClient } from '../../api/http/client';
import { attempt } from '../../shared/attempt';
import { checked, invalid, valid, type Checked } from '../../shared/problems';
import { extractionOf } from '../ids/extraction';
import { checkItem } from '../param';
import { fieldProblems, type Prompt } from './checks';

/** What an extraction was asked for. */
export interface ExtractionRequest {
	prompt: Prompt;
	outputStructure: OutputStructure;
}

/** What earlier extractions were asked for, or why that cannot be used again, by their IDs. */
export type EarlierRequests = ReadonlyMap<string, Checked<ExtractionRequest>>;

/** The extraction whose prompt is used again. */
export const earlierExtraction = extractionOf({
	displayName: 'Earlier Extraction',
	name: 'earlierExtraction',
	// n8n asks for it too if Describe Data By is an expression. The node asks for it if it needs it.
	required: undefined,
	displayOptions: { show: { promptType: ['earlier'] } },
	description: 'The extraction whose prompt and rows you want again, also one from the dashboard',
});

const EARLIER = earlierExtraction.property.displayName;

const ENTER_IT = 'Choose another one, or set Describe Data By to Text and copy the prompt into it';

const PROMPT_OBJECT = z.object({
	fields: z.array(z.object({ name: z.string(), prompt: z.string().optional() })),
	general_prompt: z.string().optional(),
});

/** The structure that the service decided on, if it decided. Records of older extractions lack it. */
const STRUCTURE = z.enum(['automatic', 'per_invoice', 'per_line_item']).catch('automatic');

function checkEarlierPrompt(given: unknown): Checked<Prompt> {
	const text = typeof given === 'string' ? given.trim() : '';
	if (text !== '') return valid(text);
	const read = PROMPT_OBJECT.safeParse(given);
	if (read.success) return checked(read.data, fieldProblems(read.data.fields));
	return invalid({ text: `This extraction has no prompt. ${ENTER_IT}` });
}

/** Reads what an extraction was asked for. @throws ServiceError if the service does not say */
async function readRequest(api: ApiClient, extractionId: string): Promise<Checked<ExtractionRequest>> {
	const read = await attempt(async () => await getExtractionDetails(api, extractionId));
	if (!read.ok && !hasCode(read.error, 'EXTRACTION_NOT_FOUND')) throw read.error;
	const prompt = read.ok
		? checkEarlierPrompt(read.value.prompt)
		: invalid({ text: `This extraction is gone. ${ENTER_IT}` });
	if (!read.ok || !prompt.ok)
		return invalid(...(prompt.ok ? [] : prompt.problems.map((one) => ({ ...one, parameter: EARLIER }))));
	return valid({ prompt: prompt.value, outputStructure: STRUCTURE.parse(read.value.output_structure) });
}

/** Reads what the extractions were asked for that items name, each once, before anything is checked or sent. */
export async function readEarlierRequests(
	context: IExecuteFunctions,
	api: ApiClient,
): Promise<EarlierRequests> {
	const requests = new Map<string, Checked<ExtractionRequest>>();
	for (const itemIndex of context.getInputData().keys()) {
		if (context.getNodeParameter('promptType', itemIndex, '') !== 'earlier') continue;
		const given = checkItem(context, itemIndex, { earlierExtraction });
		if (!given.ok || requests.has(given.value.earlierExtraction)) continue;
		requests.set(given.value.earlierExtraction, await readRequest(api, given.value.earlierExtraction));
	}
	return requests;
}

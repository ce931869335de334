import type { IExecuteFunctions } from 'n8n-workflow';
import { getExtractionStatus } from '../../../api/extractions';
import { endOfWait } from '../../../extraction/questions/answerDeadline';
import { isAsking, openCountJson } from '../../../extraction/questions/asked';
import { propertiesOf, readItem } from '../../../parameters/param';
import { linkNotice } from '../../../parameters/waits';
import { throwIfAny, type Problem } from '../../../shared/problems';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { park, toolProblems } from '../../person';
import { lookAtPage, postPage } from './page';
import { options, parameters, readAsked } from './parameters';

const NAME = 'Ask in a Form';

/** An execution waits once at a time, and has one link. */
function severalItems(context: IExecuteFunctions): Problem[] {
	const count = context.getInputData().length;
	if (count <= 1) return [];
	return [
		{
			text: `${NAME} takes one input item at a time, but there are ${count}`,
			nextStep:
				'Put a Loop Over Items node with a Batch Size of 1 before this node. Each extraction then gets its own page.',
		},
	];
}

export const askInForm: Operation = {
	name: NAME,
	value: 'askInForm',
	action: 'Ask questions in form',
	description: 'Wait until a person has answered the open questions of an extraction in a form',
	notAsTool: true,
	properties: [linkNotice, ...propertiesOf(parameters, options)],
	async execute(run) {
		const instead = 'Use Get Questions and Submit as tools, or ask in a workflow.';
		throwIfAny([...severalItems(run.context), ...toolProblems(run.context, NAME, instead)]);
		const now = Date.now();
		let until: number | undefined;
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const { extractionId, scope, waitMs } = readItem(context, itemIndex, parameters, options);
			const status = await getExtractionStatus(api, extractionId, { scope });
			if (isAsking(status))
				until = endOfWait(status, { latest: now + waitMs, now, serviceTime: api.serviceTime() });
			return openCountJson(status);
		})(run);
		return until === undefined ? outputs : await park(run.context, new Date(until));
	},
	async webhook(run) {
		const asked = readAsked(run.context);
		return run.posted ? await postPage(run, asked, run.posted) : await lookAtPage(run.api, asked);
	},
};

import type { IExecuteFunctions } from 'n8n-workflow';
import { getExtractionStatus } from '../../../api/extractions';
import { endOfWait } from '../../../extraction/questions/answerDeadline';
import { isAsking, openCountJson } from '../../../extraction/questions/asked';
import { isTool } from '../../../parameters/execution';
import { readExtractionId } from '../../../parameters/ids/extraction';
import { latestEnd } from '../../../parameters/personWait';
import { readScope } from '../../../parameters/filters';
import { readOptions } from '../../../parameters/options';
import { checked, valueOf, type Checked, type Problem } from '../../../shared/problems';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { park } from '../../person';
import { askProperties, askWait } from './properties';
import { lookAtPage, postPage } from './page';
import { readAsked } from './setting';

/** An execution waits once at a time, and has one link. */
function checkInput(context: IExecuteFunctions): Checked<void> {
	const problems: Problem[] = [];
	const count = context.getInputData().length;
	if (count > 1)
		problems.push({
			text: `Ask in a Form takes one input item at a time, but there are ${count}`,
			nextStep:
				'Put a Loop Over Items node with a Batch Size of 1 before this node. Each extraction then gets its own page.',
		});
	if (isTool(context))
		problems.push({
			text: 'Ask in a Form cannot be used as a tool, because an agent does not wait for a person',
			nextStep: 'Use Get Questions and Submit as tools, or ask in a workflow.',
		});
	return checked(undefined, problems);
}

export const askInForm: Operation = {
	name: 'Ask in a Form',
	value: 'askInForm',
	action: 'Ask questions in form',
	description: 'Wait until a person has answered the open questions of an extraction in a form',
	notAsTool: true,
	properties: askProperties,
	async execute(run) {
		valueOf(checkInput(run.context));
		const now = Date.now();
		let until: number | undefined;
		const outputs = await perItem(async ({ context, api, itemIndex }) => {
			const latest = latestEnd(askWait, context.getNodeParameter(askWait.property.name, itemIndex), now);
			const scope = readScope(readOptions(context, itemIndex));
			const status = await getExtractionStatus(api, readExtractionId(context, itemIndex), { scope });
			if (isAsking(status)) until = endOfWait(status, { latest, now, serviceTime: api.serviceTime() });
			return openCountJson(status);
		})(run);
		return until === undefined ? outputs : await park(run.context, new Date(until));
	},
	async webhook({ context, api, posted }) {
		const asked = readAsked(context);
		return posted ? await postPage(context, { api, asked, form: posted }) : await lookAtPage(api, asked);
	},
};

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { getExtractionStatus } from '../../../api/extractions';
import { LIMITS } from '../../../api/limits';
import { endOfWait, TIME_TO_ACT_MINUTES } from '../../../extraction/questions/answerDeadline';
import { isAsking, openCountJson } from '../../../extraction/questions/asked';
import { scope } from '../../../parameters/filters';
import { extractionIdOfItem, findExtractionId } from '../../../parameters/ids/extraction';
import { propertiesOf, readItem, text } from '../../../parameters/param';
import { linkNotice, parkedOptions, personWait } from '../../../parameters/waits';
import { InputProblems, throwIfAny, type Problem } from '../../../shared/problems';
import type { Operation } from '../../operation';
import { perItem } from '../../perItem';
import { park, toolProblems } from '../../person';
import { lookAtPage, postPage, type AskedExtraction } from './page';

const NAME = 'Ask in a Form';

const TITLE = 'Questions About Your Documents';

const parameters = {
	extractionId: extractionIdOfItem,
	waitMs: personWait(
		LIMITS.answerHours,
		LIMITS.answerHours,
		`How long to wait for a person. The wait ends before the service would cancel the extraction: ${TIME_TO_ACT_MINUTES} minutes, or a quarter of the time left if that is less. Without answers, the node outputs its input item unchanged.`,
	),
};

const options = {
	introduction: text({
		displayName: 'Introduction',
		name: 'introduction',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. These invoices came by email from Northwind Ltd.',
		description: 'Text above the questions, such as where the documents come from',
	}),
	scope,
	title: text({
		displayName: 'Page Title',
		name: 'pageTitle',
		default: TITLE,
		description: 'The heading of the page',
	}),
};

/** @throws InputProblems when the parameters cannot be read any more */
function readAsked(context: IWebhookFunctions): AskedExtraction {
	const extractionId = findExtractionId(context.getNodeParameter('extractionId', ''));
	if (extractionId === undefined) throw new InputProblems([{ text: 'The extraction is not known' }]);
	const { introduction, scope: of, title } = parkedOptions(context, options);
	return {
		extractionId,
		scope: of,
		title: title || TITLE,
		introduction,
		timeZone: context.getTimezone(),
	};
}

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

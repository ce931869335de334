import type { IWebhookFunctions } from 'n8n-workflow';
import type { Desk } from '../../pages/desk';
import { FILE_QUERY } from '../../pages/documents';
import type { PostedForm } from '../../pages/form';
import { notNowPage, sentAlreadyPage } from '../../pages/messagePages';
import type { Texts } from '../../pages/texts';
import { attempt, oneAtATime } from '../../shared/attempt';
import { isTool } from '../../shared/n8nFeatures';
import { InputProblems } from '../../shared/problems';
import { propertiesOf, type Params } from '../../parameters/param';
import type { ItemsByOutput, Operation, OperationRun, PageAnswer, PageRun } from '../operation';
import { reasonOf } from './client';
import { documentAnswer } from './documents';
import { deskOf, linkNotice, type PageSetting } from './options';
import { park } from './park';

/** An operation that waits until a person has answered on a page. */
interface PersonPage<S extends PageSetting> extends Pick<
	Operation,
	'name' | 'value' | 'action' | 'description'
> {
	parameters: Params;
	options: Params;
	/** What to do where nobody waits for a person. */
	instead: string;
	/** Looks whether there is something to ask. @returns until when to wait for a person, or the output if there is nothing */
	look(run: OperationRun): Date | ItemsByOutput | Promise<Date | ItemsByOutput>;
	/** The options of the page. @throws InputProblems when they cannot be read any more */
	setting(context: IWebhookFunctions): S;
	/** Shows what is open, and changes nothing: link previews look, too. */
	open(run: PageRun, desk: Desk & S): Promise<PageAnswer>;
	/** Takes what a person has sent. */
	post(run: PageRun, desk: Desk & S, form: PostedForm): Promise<PageAnswer>;
}

/** Two people may send the page at once: the second waits until the first is done. */
const oneAfterTheOther = oneAtATime();

/** What every operation with a page does, around what is its own. */
export const personPage = <S extends PageSetting>(page: PersonPage<S>): Operation => ({
	...page,
	notAsTool: true,
	properties: [linkNotice, ...propertiesOf(page.parameters, page.options)],
	async execute(run) {
		if (isTool(run.context)) {
			const text = `${page.name} cannot be used as a tool, because an agent does not wait for a person`;
			throw new InputProblems([{ text, nextStep: page.instead }]);
		}
		const looked = await page.look(run);
		return looked instanceof Date ? await park(run.context, looked) : looked;
	},
	async webhook(run) {
		const { context, posted, query } = run;
		let texts: Texts = {};
		const served = await attempt(async (): Promise<PageAnswer> => {
			const desk = deskOf(run, page.setting(context));
			texts = desk.texts;
			if (!posted) return await (query.has(FILE_QUERY) ? documentAnswer(run, desk) : page.open(run, desk));
			const post = async () => await page.post(run, desk, posted);
			return await oneAfterTheOther(context.getExecutionId(), post);
		});
		if (served.ok) return { ...served.value, late: sentAlreadyPage(texts) };
		return { page: notNowPage(texts, reasonOf(context, served.error), posted) };
	},
});

import type { IDataObject } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

/** A stand-in for Slack or Teams, and for n8n's node that speaks to it. */
export class Chat {
	readonly told: string[] = [];
	readonly asked: Array<{ by: string; text: string }> = [];
	isDown = false;
	/** What a person enters in the form of a question. Without it the time goes by. */
	decide: (text: string, by: string) => IDataObject | undefined = () => undefined;

	readonly node: Execute = forEachItem((context, item) => {
		if (this.isDown) throw new Error('The service could not be reached');
		const read = (name: string) => context.getNodeParameter(name, item, '') as string;
		if (read('operation') !== 'sendAndWait') {
			this.told.push(read('text') || read('message'));
			return { ok: true };
		}
		const [by, text] = [context.getNode().name, read('message')];
		this.asked.push({ by, text });
		const data = this.decide(text, by);
		// When the time is over, n8n hands on what came in.
		return data ? { data } : [context.getInputData()[item]!];
	});
}

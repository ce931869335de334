import type { INodeExecutionData } from 'n8n-workflow';
import { getExtractionStatus } from '../../../api/extractions';
import { InputProblems, throwIfAny, type Problem } from '../../../shared/problems';
import type { Operation, OperationRun } from '../../operation';
import { showHints } from '../../showHints';
import { failedItem } from '../../perItem';
import { checkAgainstQuestions, collectBatches, withoutItems, type AnswerBatch } from './batches';
import { answerProperties } from './properties';
import { answerHints, resultItem } from './result';
import { sendBatch } from './send';
import { attempt } from '../../../shared/attempt';

/** One run of the operation: what is still to be answered, and the items that stand for what failed. */
class AnswerSubmission {
	readonly failed: INodeExecutionData[] = [];

	constructor(
		private readonly run: OperationRun,
		private batches: AnswerBatch[],
	) {}

	/** Goes on without the items that something is wrong with. @throws InputProblems unless the node continues on fail */
	leaveOut(problems: Problem[]): void {
		const { context } = this.run;
		if (!context.continueOnFail()) throwIfAny(problems);
		const bad = new Set(problems.map(({ itemIndex }) => itemIndex ?? 0));
		for (const itemIndex of bad) {
			const ofItem = problems.filter((problem) => (problem.itemIndex ?? 0) === itemIndex);
			this.failed.push(failedItem(context, new InputProblems(ofItem), itemIndex));
		}
		this.keep(bad);
	}

	/** Gets the open questions of every extraction and checks the answers against them. */
	async check(): Promise<void> {
		const problems: Problem[] = [];
		for (const batch of this.batches.filter(({ needsQuestions }) => needsQuestions)) {
			const { extractionId, scope, itemIndexes } = batch;
			const asked = await attempt(
				async () => await getExtractionStatus(this.run.api, extractionId, { scope }),
			);
			if (asked.ok) {
				batch.before = asked.value;
				problems.push(...checkAgainstQuestions(this.run.context, batch));
			} else this.fail(itemIndexes.map((itemIndex) => ({ itemIndex, error: asked.error })));
		}
		this.leaveOut(problems);
	}

	async send(): Promise<INodeExecutionData[]> {
		const { api, context } = this.run;
		const items: INodeExecutionData[] = [];
		for (const planned of this.batches) {
			const { batch, status, failures } = await sendBatch(api, planned, context.continueOnFail());
			this.fail(failures);
			if (!status) continue;
			items.push(resultItem(batch, status));
			showHints(context, answerHints(batch, status));
		}
		return [...items, ...this.failed];
	}

	private fail(failures: Array<{ itemIndex: number; error: unknown }>): void {
		for (const { itemIndex, error } of failures)
			this.failed.push(failedItem(this.run.context, error, itemIndex));
		this.keep(new Set(failures.map(({ itemIndex }) => itemIndex)));
	}

	private keep(bad: Set<number>): void {
		if (bad.size === 0) return;
		this.batches = this.batches
			.map((batch) => (batch.itemIndexes.some((item) => bad.has(item)) ? withoutItems(batch, bad) : batch))
			.filter(({ itemIndexes }) => itemIndexes.length > 0);
	}
}

export const submitAnswers: Operation = {
	name: 'Submit',
	value: 'submit',
	action: 'Submit answers',
	description: 'Answer the questions of an extraction, which continues when all are answered',
	properties: answerProperties,
	async execute(run) {
		const { batches, problems } = collectBatches(run.context);
		const answering = new AnswerSubmission(run, batches);
		answering.leaveOut(problems);
		await answering.check();
		return { main: await answering.send() };
	},
};

import { NodeConnectionTypes } from 'n8n-workflow';
import type { ParkedExecution, WaitingExecutions } from '../../../../dev/engine';
import { DocumentDataExtraction } from '../../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { byId } from '../../../support/fixtures/operationFixture';
import { startNode, type NodeFixture } from '../../../support/fixtures/nodeFixture';
import { ItemReader, READER } from '../../../support/itemReader';
import { NODE_TYPE } from '../../../support/names';
import { concern, reviewable, Reviewer } from '../../../support/operations/reviews';

const to = (node: string) => ({ main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] });

describe('The items behind Review in a Form', () => {
	let node: NodeFixture;
	let waiting: WaitingExecutions;
	beforeAll(async () => {
		node = await startNode(
			{ limits: 'off' },
			{ nodeTypes: { [NODE_TYPE]: new DocumentDataExtraction(), [READER]: new ItemReader() } },
		);
		waiting = await node.engine.waiting();
	});
	afterAll(async () => {
		await waiting.close();
		await node.close();
	});

	/** Two mails with a document each, which have two rows each; a reader behind looks for what `expression` names. */
	async function park(expression: string, ...doubtful: number[]): Promise<ParkedExecution> {
		const { extraction_id } = node.sandbox.control.createExtraction(
			reviewable({
				values: undefined,
				rowCount: 4,
				file_names: ['a.pdf', 'b.pdf'],
				review_items: doubtful.length > 0 ? [concern('Look', ['Invoice Number'], ...doubtful)] : [],
			}),
		);
		const mail = async (name: string) => ({
			json: { mail: name },
			binary: {
				data: await node.engine.storeFile(Buffer.from('%PDF-1.4'), `${name}.pdf`, 'application/pdf'),
			},
		});
		const parameters = {
			resource: 'extraction',
			operation: 'reviewInForm',
			extractionId: byId(extraction_id),
		};
		const definition = {
			nodes: [
				{ name: 'Mails', type: 'engine.start' },
				{ name: 'Review', type: NODE_TYPE, parameters },
				{ name: 'Reader', type: READER, parameters: { value: expression } },
			],
			connections: { Mails: to('Review'), Review: to('Reader') },
		};
		return await waiting.run(definition, { input: [await mail('a'), await mail('b')] });
	}

	async function readAfterReview(expression: string): Promise<unknown[]> {
		const parked = await park(expression, 1, 2, 4);
		const person = new Reviewer(parked, '');
		await person.accept(await person.open());
		return (await parked.ended).output('Reader').map(({ json }) => json);
	}

	const MAIL = "={{ $('Mails').item.json.mail }}";

	it('are linked to the items with their documents if nothing had to be reviewed', async () => {
		const { ended } = await park(MAIL);
		expect((await ended).output('Reader').map(({ json }) => json)).toEqual(
			['a', 'a', 'b', 'b'].map((value) => ({ value })),
		);
	});

	it('are linked to no item after a review, because n8n would link them to wrong ones', async () =>
		expect(await readAfterReview(MAIL)).toEqual(
			Array(4).fill({ refused: expect.stringContaining('Can’t get data for expression') }),
		));

	it('are found themselves, and the items before by other means', async () => {
		const expression =
			"={{ $('Review').item.json['Source File'] }} {{ $('Mails').first().json.mail }} {{ $('Mails').all().length }}";
		expect(await readAfterReview(expression)).toEqual([
			{ value: 'a.pdf (Page 1) a 2' },
			{ value: 'a.pdf (Page 1) a 2' },
			{ value: 'b.pdf (Page 1) a 2' },
			{ value: 'b.pdf (Page 1) a 2' },
		]);
	});

	it('are linked one to one if they are those that came in', async () => {
		const parked = await park(MAIL, 1);
		await parked.resumeAtDeadline();
		expect((await parked.ended).output('Reader').map(({ json }) => json)).toEqual([
			{ value: 'a' },
			{ value: 'b' },
		]);
	});
});

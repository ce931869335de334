import type { INodeExecutionData } from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import type { Run, WaitingExecutions } from '../../../dev/engine';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { Reviewer } from '../../support/operations/reviews';
import { EXAMPLE_WORKFLOWS } from '../../support/documentation/exampleWorkflows';
import { NODE_TYPE } from '../../support/names';
import { Chat } from './Chat';
import { Drive } from './Drive';
import { Gmail } from './Gmail';
import { Outlook, Workbook } from './Microsoft';
import { standIns, type Execute } from './nodes';
import { QuickBooks } from './QuickBooks';
import { DataTables, FormPage, MailServer, Sheet, Table } from './targets';
import { WhatsApp } from './WhatsApp';

/** An example in n8n's engine, with the sandbox as the service and stand-ins for all others. Pauses take no time. */
export interface Office {
	node: NodeFixture;
	drive: Drive;
	sheet: Sheet;
	table: Table;
	mail: MailServer;
	gmail: Gmail;
	dataTable: DataTables;
	whatsApp: WhatsApp;
	outlook: Outlook;
	workbook: Workbook;
	chat: Chat;
	quickBooks: QuickBooks;
	page: FormPage;
	/** One execution. Fails unless it succeeds. @param trigger starts it, if the example has several */
	run(input?: INodeExecutionData[], trigger?: string): Promise<Run>;
	/** One execution up to the page where it waits for a person. */
	park(input: INodeExecutionData[]): Promise<Reviewer>;
	/** One execution, however it ends. */
	tryRun(input?: INodeExecutionData[]): Promise<Run>;
	/** What all extractions have cost. */
	charged(): number;
	close(): Promise<void>;
}

/** n8n's node that waits: the examples wait for hours. */
const wait: Execute = async (context) => {
	const { amount, unit } = context.getNode().parameters;
	expect(unit).toBe('hours');
	await new Promise((resolve) => setTimeout(resolve, Number(amount) * 3_600_000));
	return [context.getInputData().map((each, item) => ({ ...each, pairedItem: { item } }))];
};

export async function openOffice(example: string): Promise<Office> {
	const workflow = EXAMPLE_WORKFLOWS.find(({ file }) => file === example)!;
	const [drive, sheet, table, mail] = [new Drive(), new Sheet(), new Table(), new MailServer()];
	const [gmail, dataTable, whatsApp] = [new Gmail(), new DataTables(), new WhatsApp()];
	const [outlook, workbook, chat] = [new Outlook(), new Workbook(), new Chat()];
	const quickBooks = new QuickBooks();
	const page = new FormPage();
	const others = {
		googleDrive: drive.node,
		googleSheets: sheet.node,
		postgres: table.node,
		emailSend: mail.node,
		gmail: gmail.node,
		dataTable: dataTable.node,
		whatsApp: whatsApp.node,
		microsoftOutlook: outlook.node,
		microsoftExcel: workbook.node,
		slack: chat.node,
		microsoftTeams: chat.node,
		quickbooks: quickBooks.node,
		httpRequest: example === 'whatsapp-receipt' ? whatsApp.download : quickBooks.http,
		wait,
		form: page.node,
	};
	const node = await startNode(
		{ processingMs: 1000 },
		{
			nodeTypes: { ...standIns(workflow, others), [NODE_TYPE]: new DocumentDataExtraction() },
			credentialTypes: [new DocumentDataExtractionApi()],
		},
	);
	const nodes = workflow.nodes
		.filter(({ type }) => !type.endsWith('.stickyNote'))
		.map(({ credentials: _, ...each }) => each);
	let waiting: WaitingExecutions | undefined;
	const tryRun = async (input: INodeExecutionData[] = [{ json: {} }], trigger?: string) => {
		const first = nodes.filter(({ name }) => name === trigger);
		const definition = { ...workflow, nodes: [...first, ...nodes] };
		return await node.engine.run(definition, { input, workflowId: example });
	};
	return {
		node,
		drive,
		sheet,
		table,
		mail,
		gmail,
		dataTable,
		whatsApp,
		outlook,
		workbook,
		chat,
		quickBooks,
		page,
		async park(input) {
			waiting ??= await node.engine.waiting();
			return new Reviewer(await waiting.run({ ...workflow, nodes }, { input, workflowId: example }));
		},
		tryRun,
		async run(input, trigger) {
			const run = await tryRun(input, trigger);
			if (run.status !== 'success')
				throw new Error(`${run.status}: ${run.error?.message} ${run.error?.description}`);
			return run;
		},
		charged: () =>
			node.sandbox.control
				.extractions()
				.flatMap(({ charges }) => charges)
				.reduce((sum, { credits }) => sum + credits, 0),
		async close() {
			await waiting?.close();
			await node.close();
		},
	};
}

import type { INodeExecutionData } from 'n8n-workflow';
import { DocumentDataExtractionApi } from '../../../credentials/DocumentDataExtractionApi.credentials';
import { DocumentDataExtraction } from '../../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import type { Run } from '../../../dev/engine';
import { startNode, type NodeFixture } from '../../support/fixtures/nodeFixture';
import { EXAMPLE_WORKFLOWS } from '../../support/documentation/exampleWorkflows';
import { NODE_TYPE } from '../../support/names';
import { Drive } from './Drive';
import { Gmail } from './Gmail';
import { standIns, type Execute } from './nodes';
import { DataTable, FormPage, MailServer, Sheet, Table } from './targets';
import { WhatsApp } from './WhatsApp';

/** An example in n8n's engine, with the sandbox as the service and stand-ins for all others. Pauses take no time. */
export interface Office {
	node: NodeFixture;
	drive: Drive;
	sheet: Sheet;
	table: Table;
	mail: MailServer;
	gmail: Gmail;
	dataTable: DataTable;
	whatsApp: WhatsApp;
	page: FormPage;
	/** One execution. Fails unless it succeeds. */
	run(input?: INodeExecutionData[]): Promise<Run>;
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
	const [gmail, dataTable, whatsApp] = [new Gmail(), new DataTable(), new WhatsApp()];
	const page = new FormPage();
	const others = {
		googleDrive: drive.node,
		googleSheets: sheet.node,
		postgres: table.node,
		emailSend: mail.node,
		gmail: gmail.node,
		dataTable: dataTable.node,
		whatsApp: whatsApp.node,
		httpRequest: whatsApp.download,
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
	const tryRun = async (input: INodeExecutionData[] = [{ json: {} }]) =>
		await node.engine.run({ ...workflow, nodes }, { input, workflowId: example });
	return {
		node,
		drive,
		sheet,
		table,
		mail,
		gmail,
		dataTable,
		whatsApp,
		page,
		tryRun,
		async run(input) {
			const run = await tryRun(input);
			if (run.status !== 'success')
				throw new Error(`${run.status}: ${run.error?.message} ${run.error?.description}`);
			return run;
		},
		charged: () =>
			node.sandbox.control
				.extractions()
				.flatMap(({ charges }) => charges)
				.reduce((sum, { credits }) => sum + credits, 0),
		close: async () => await node.close(),
	};
}

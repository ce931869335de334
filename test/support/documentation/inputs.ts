import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { gives, startLinkServer } from '../fixtures/linkServer';
import { until } from '../until';
import type { NodeFixture } from '../fixtures/nodeFixture';

export interface ExampleInputs {
	node: NodeFixture;
	/** What the example of this name put out. */
	outputOf(example: string): Promise<INodeExecutionData[]>;
}

/** What comes out of a trigger that starts by hand. */
const START: INodeExecutionData[] = [{ json: {} }];

const exampleDocument = async (name: string): Promise<Buffer> =>
	await readFile(join(__dirname, '../../../examples/documents', name));

/** An e-mail with these documents attached. */
const mailWith =
	(...names: string[]) =>
	async ({ node }: ExampleInputs): Promise<INodeExecutionData[]> => {
		const attached = names.map(async (name, index) => {
			const content = await exampleDocument(name);
			return [`attachment_${index}`, await node.engine.storeFile(content, name, 'application/pdf')] as const;
		});
		const subject = 'Our invoice';
		return [{ json: { subject }, binary: Object.fromEntries(await Promise.all(attached)) }];
	};

/** A mail with an invoice in XML, which the service does not take. */
async function mailWithXml({ node }: ExampleInputs): Promise<INodeExecutionData[]> {
	const attached = await node.engine.storeFile(Buffer.from('<Invoice/>'), 'invoice.xml', 'application/xml');
	return [{ json: { subject: 'Our invoice' }, binary: { attachment_0: attached } }];
}

/** A record of a database like Airtable, with links to these documents. */
const recordWith = (attachments: Record<string, string>) => async (): Promise<INodeExecutionData[]> => {
	const web = await startLinkServer();
	const links = Object.entries(attachments).map(async ([filename, name]) => ({
		url: web.on(`/v5/${name}`, gives(await exampleDocument(name))),
		filename,
	}));
	return [{ json: { Attachments: await Promise.all(links) } }];
};

const extractionThat =
	(seeded: { status: string; submission_method?: 'web_app'; task_name?: string; file_names?: string[] }) =>
	async ({ node }: ExampleInputs): Promise<INodeExecutionData[]> => {
		const { extraction_id } = node.sandbox.control.createExtraction(seeded);
		return [{ json: { extraction_id } }];
	};

async function someCredits({ node }: ExampleInputs): Promise<INodeExecutionData[]> {
	// What still runs for an example before would be charged in between.
	await until('no extraction is processing', () =>
		node.sandbox.control.extractions().every(({ status }) => status !== 'processing'),
	);
	node.sandbox.control.setCredits({ balance: 1250, reserved: 40 });
	return START;
}

async function oneFromTheWebApp(inputs: ExampleInputs): Promise<INodeExecutionData[]> {
	await extractionThat({
		status: 'completed',
		submission_method: 'web_app',
		task_name: 'Travel expenses',
		file_names: ['hotel.pdf', 'train.pdf'],
	})(inputs);
	return START;
}

/**
 * What comes in: the output of another example by its name, as the page connects them, or made here. An example that is not listed
 * begins with a trigger that starts by hand.
 */
const INPUTS: Record<string, string | ((inputs: ExampleInputs) => Promise<INodeExecutionData[]>)> = {
	'Extraction: Extract Documents': mailWith('office-supplies.pdf', 'consulting.pdf'),
	'Extraction: Extract Documents, example 2': mailWith('totals-do-not-add-up.pdf'),
	'Extraction: Extract Documents, example 3': mailWith('ambiguous-date.pdf'),
	'Extraction: Extract Documents, example 4': mailWith('office-supplies.pdf', 'totals-do-not-add-up.pdf'),
	'Extraction: Extract Documents, example 5': recordWith({
		'March.pdf': 'office-supplies.pdf',
		'April.pdf': 'consulting.pdf',
	}),
	'Extraction: Extract Documents, example 6': mailWith('office-supplies.pdf'),
	'Extraction: Extract Documents, example 7': mailWithXml,
	'Upload Session: Upload Files': mailWith('office-supplies.pdf', 'consulting.pdf'),
	'Extraction: Submit': 'Upload Session: Upload Files',
	'Extraction: Submit, example 2': 'Upload Session: Upload Files',
	'Extraction: Wait': 'Extraction: Submit',
	'Extraction: Get Status': 'Extraction: Submit',
	'Extraction: Get Rows': 'Extraction: Wait',
	'Extraction: Review in a Form': 'Extraction: Get Rows',
	'Extraction: Download Output': 'Extraction: Wait',
	'Extraction: Get': 'Extraction: Wait',
	'Extraction: Get Many': oneFromTheWebApp,
	'Answer: Ask in a Form': extractionThat({ status: 'completed' }),
	'Answer: Get Questions': 'Extraction: Extract Documents, example 3',
	'Answer: Submit': 'Answer: Get Questions',
	'Answer: Submit, example 2': extractionThat({ status: 'input_required' }),
	'Extraction: Cancel': extractionThat({ status: 'processing' }),
	'Extraction: Delete': extractionThat({ status: 'completed' }),
	'Credit: Get Balance': someCredits,
	'Upload Session: Create': mailWith('office-supplies.pdf'),
	'File Part: Get Upload URLs': 'Upload Session: Create',
	'File Part: Upload': 'File Part: Get Upload URLs',
	'Upload Session: Complete File': 'File Part: Upload',
};

/** The input of an example. */
export async function inputOf(example: string, inputs: ExampleInputs): Promise<INodeExecutionData[]> {
	const input = INPUTS[example] ?? START;
	if (Array.isArray(input)) return input;
	return typeof input === 'string' ? await inputs.outputOf(input) : await input(inputs);
}

/**
 * What n8n's assistants and MCP read besides the description when they build a workflow. Versions of n8n that do not know it ignore it.
 * Each example is the node's parameters as an assistant writes them; those not named keep their defaults.
 */

/** An example of the node, for one operation. */
interface BuilderExample {
	title: string;
	resource: string;
	operation: string;
	parameters: Record<string, unknown>;
	/** How to go on behind the node. */
	next: string;
}

const SEARCH_HINT =
	'Use to get columns of data from invoices, receipts, bills and other financial documents (PDF, JPG, PNG), scans and photos included. ' +
	'Extract Documents takes all files of all input items, waits, and outputs one item for each row, linked to its input item. No loop is needed. ' +
	'Each page is charged. The same files with the same prompt are charged once, in whatever execution they come. ' +
	'So that no document is lost: list mails or files of a queue on a schedule (label or folder), move each to In Progress, Done or Please Check, set onError to "continueErrorOutput", send error.next_step to a person, and skip rows whose Row ID the table has.';

/** The flows that people ask for. */
export const BUILDER_EXAMPLES: BuilderExample[] = [
	{
		title: 'Invoices from email or a folder to a sheet, rows that need review to a person',
		resource: 'extraction',
		operation: 'extractDocuments',
		parameters: {
			promptType: 'fields',
			fieldsToExtract: 'Invoice Number\nSupplier\nInvoice Date\nNet Amount\nVAT\nTotal',
			outputStructure: 'per_invoice',
			output: 'rows',
			separateReview: true,
			options: { addRowId: true, typedValues: true, unsupportedFiles: 'output' },
		},
		next: 'Output 0 holds the rows, with the field names as columns, Source File and Row ID. Output 1 holds the rows that need review, with review_message. Output 2 holds unsupported files, with next_step. With onError, output 3 holds what failed, with error.next_step. Lead outputs 1 to 3 to the person. Before a Data Table or Postgres with automatic mapping, add columnNames "forDatabases" to options: Invoice Number becomes invoice_number, Source File source_file.',
	},
	{
		title: 'Bills with lines for an ERP, one item for each invoice',
		resource: 'extraction',
		operation: 'extractDocuments',
		parameters: {
			promptType: 'fields',
			fieldsToExtract: 'Invoice Number\nSupplier\nTotal\nDescription\nQuantity\nUnit Price',
			outputStructure: 'per_line_item',
			output: 'invoices',
			headerColumns: 'Invoice Number, Supplier, Total',
		},
		next: 'Each item has the header columns at its top and the line items in lines.',
	},
	{
		title: 'As a tool of an agent, or for documents behind links',
		resource: 'extraction',
		operation: 'extractDocuments',
		parameters: {
			prompt: 'Invoice number, supplier, invoice date, net amount, VAT and total',
			files: 'links',
			links: 'https://example.com/invoice.pdf',
		},
		next: 'An agent cannot pass files, so links is the only way in. A tool always finds its earlier extraction by the file contents, so a repeated call costs nothing. It gets one output of at most 50 rows, those that need review with review_message. Give it a second tool for getRows, with Skip First Rows, for the others.',
	},
	{
		title: 'Long work: submit, and read the rows when the trigger or a later run says that it is completed',
		resource: 'extraction',
		operation: 'submit',
		parameters: { prompt: 'Invoice number, supplier and total' },
		next: 'Put Upload Session: Upload Files before it. After it, use Get Status until status is completed, then Get Rows; or start another workflow with the trigger.',
	},
	{
		title: 'The rows of a completed extraction',
		resource: 'extraction',
		operation: 'getRows',
		parameters: { returnAll: true, rowsOutput: 'rowsWithReview' },
		next: 'It takes extraction_id from the item before. Rows can be read again at no cost.',
	},
	{
		title: 'A person accepts, corrects or rejects rows on a page of n8n',
		resource: 'extraction',
		operation: 'reviewInForm',
		parameters: {},
		next: 'Send $execution.resumeUrl to the person with a node before this one. The workflow goes on with review_decision on each row.',
	},
	{
		title: 'A person answers the questions of an extraction on a page of n8n',
		resource: 'answer',
		operation: 'askInForm',
		parameters: {},
		next: 'Send $execution.resumeUrl to the person with a node before this one. After it, use Wait, then Get Rows.',
	},
];

const content = ({ title, resource, operation, parameters, next }: BuilderExample): string => `<patterns>
<pattern title="${title}">
const step = node({
  type: 'n8n-nodes-document-data-extraction.documentDataExtraction',
  version: 1,
  config: { parameters: ${JSON.stringify({ resource, operation, ...parameters })} }
});
// ${next}
</pattern>
</patterns>`;

/** For the description of the node. */
export const BUILDER_HINT = {
	builderHint: {
		searchHint: SEARCH_HINT,
		extraTypeDefContent: BUILDER_EXAMPLES.map((example) => ({
			content: content(example),
			displayOptions: { show: { resource: [example.resource], operation: [example.operation] } },
		})),
	},
};

/** What an assistant has to know of some parameters, by their name. */
export const PROPERTY_HINTS: Readonly<Record<string, string>> = {
	promptType:
		'Use "fields" when a sheet, a database or later nodes need fixed column names. With "text" the service chooses them.',
	fieldsToExtract:
		'One field a line, as "Name" or "Name: instructions". Each becomes a column with exactly this name, of 2 to 50 characters.',
	outputStructure:
		'"per_invoice" for one row per document, "per_line_item" for products and services. Use "automatic" only if the prompt says it.',
	separateReview: 'Adds an output for the rows that need review. Connect it, or these rows go nowhere.',
	preventDuplicates:
		'Keep "files": it finds the earlier extraction of the same files in any execution. "execution" pays in each execution.',
	unsupportedFiles:
		'"output" adds an output for files that are not PDF, JPG or PNG, for a node that converts them.',
	links: 'URLs that open without a sign-in. The only way to give files to a tool of an agent.',
};

/** For the description of a parameter. */
export const parameterHint = (name: string): { builderHint?: { propertyHint: string } } =>
	Object.hasOwn(PROPERTY_HINTS, name) ? { builderHint: { propertyHint: PROPERTY_HINTS[name]! } } : {};

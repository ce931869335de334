import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ApiClient } from '../../../../api/http/client';
import type { DocumentRows } from '../../../../extraction/ledger/DocumentRows';
import type { ExtractionAccount } from '../../../../extraction/ledger/ledger';
import type { Grouping } from '../../../../extraction/rows/invoices/grouping';
import type { Extracted } from '../../../../extraction/run/batch';
import type { SessionFile } from '../../../../files/upload/SessionFile';
import type { Output } from '../parameters';

/** The items of rows and invoices. */
export interface RowOutputs {
	main: INodeExecutionData[];
	/** Those to review, if they have an output of their own. */
	review: INodeExecutionData[];
}

/** What came of one extraction, and its output. Summary and Documents are made from it once all extractions have ended. */
export interface ShapedExtraction {
	account: ExtractionAccount;
	outputs: Partial<RowOutputs>;
	binary?: INodeExecutionData['binary'];
	/** For Documents. */
	documents?: DocumentRows<SessionFile>;
	/** For Invoices with Lines. */
	grouping?: Grouping;
}

/** An extraction that is completed, and how to output it. */
export interface Shaping {
	api: ApiClient;
	context: IExecuteFunctions;
	extracted: Extracted;
	choice: Output;
	/** Documents whose rows are kept back, because pages of them failed. */
	withheld: ReadonlySet<SessionFile>;
}

/** Makes the output of an extraction. @throws ServiceError when its rows or files cannot be had */
export type Shape = (shaping: Shaping) => Promise<ShapedExtraction>;

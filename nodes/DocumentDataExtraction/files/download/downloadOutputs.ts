import type { IBinaryKeyData, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { ApiClient } from '../../api/http/client';
import type { OutputFormat, Scope } from '../../api/extractions';
import { downloadOutput } from './download';

/** Downloads output files into the binary fields of an item. A single format gets the field's name; several get the format added to it. */
export async function outputBinaries(
	api: ApiClient,
	context: IExecuteFunctions | IPollFunctions,
	output: {
		extractionId: string;
		taskName: string;
		formats: OutputFormat[];
		fieldName: string;
		scope?: Scope;
	},
): Promise<IBinaryKeyData> {
	const { formats, fieldName } = output;
	const binary: IBinaryKeyData = {};
	for (const format of formats)
		binary[formats.length === 1 ? fieldName : `${fieldName}_${format}`] = await downloadOutput(api, context, {
			...output,
			format,
		});
	return binary;
}

import { outputBinaries } from '../../../../files/download/downloadOutputs';
import type { Shape } from './shape';
import { summaryShape } from './summary';

/** The output files, to come out with the summary. */
export const filesOf: Shape = async (shaping) => {
	const { api, context, extracted, choice } = shaping;
	const made = await summaryShape(shaping);
	const binary = await outputBinaries(api, context, {
		extractionId: extracted.status.extraction_id,
		taskName: extracted.taskName,
		formats: choice.formats,
		fieldName: choice.fieldName,
	});
	return { ...made, binary };
};

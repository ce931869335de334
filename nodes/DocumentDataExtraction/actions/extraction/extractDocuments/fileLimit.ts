import { getCreditBalance } from '../../../api/endpoints/credits';
import { attempt } from '../../../shared/attempt';
import type { ItemGroup } from '../../itemGroups';
import type { OperationRun } from '../../operation';

const PARAMETER = 'Maximum Files per Run';

/** Keeps a whole run back if it has more files than the user allows: whoever connects the wrong folder learns it before it is paid. */
export async function refuseTooManyFiles(
	{ api, context }: OperationRun,
	groups: ItemGroup[],
	most = Infinity,
): Promise<void> {
	const files = groups.reduce((sum, group) => sum + group.files.length, 0);
	if (files <= most) return;
	const read = await attempt(async () => await getCreditBalance(api));
	const left = read.ok ? read.value.credits_balance - (read.value.credits_reserved ?? 0) : undefined;
	const credits = left === undefined ? '' : ` You have ${left} credits, and each page costs one.`;
	const text = `This run has ${files} files, and ${most} are allowed. Nothing was sent.${credits} Raise the option, or send fewer files`;
	// Each group needs it only if it fails on its own.
	const refused = context.continueOnFail() ? groups : groups.slice(0, 1);
	for (const group of refused) group.problems.push({ parameter: PARAMETER, text });
}

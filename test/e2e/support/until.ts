import { until as untilSo, type Patience } from '../../support/until';

/** The same for another process: it waits longer, looks less often, and a check that throws counts as "not yet". */
export async function until<T>(
	what: string,
	check: () => T | Promise<T>,
	{ seconds = 60, everyMs = 100, detail }: Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
	let last = 'it was not so';
	const attempt = async () => {
		try {
			return await check();
		} catch (error) {
			last = (error as Error).message;
			return undefined;
		}
	};
	const report = () => `Last: ${last}.${detail ? `\n${detail()}` : ''}`;
	return (await untilSo(what, attempt, { seconds, everyMs, detail: report })) as Exclude<
		T,
		undefined | null | false
	>;
}

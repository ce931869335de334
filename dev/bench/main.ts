import { buildPackage } from '../demo/compiledPackage';
import { failed, type BenchCase, type Result } from './BenchCase';
import { CASES } from './cases';
import { readOptions, USAGE } from './options';
import { jsonLine, table } from './output';
import { BenchRun } from './BenchRun';

/** A case that fails is one that did not pass: the figures of the others are kept. */
async function runCase({ run }: BenchCase): Promise<Result> {
	try {
		const benchRun = await BenchRun.start();
		try {
			return await run(benchRun);
		} finally {
			await benchRun.close();
		}
	} catch (error) {
		const result = failed(error as Error);
		console.error(result.note);
		return result;
	}
}

async function main(): Promise<void> {
	const names = CASES.map(({ name }) => name);
	const options = readOptions(process.argv.slice(2), names);
	if (options.help) return console.log(`${USAGE}\n\nCases: ${names.join(', ')}`);
	await buildPackage();
	const done: Array<{ title: string; result: Result }> = [];
	for (const benchCase of CASES.filter(({ name }) => options.cases.includes(name))) {
		const { name, title } = benchCase;
		// To the error output, so that the other holds nothing but the figures.
		console.error(`${title} …`);
		const result = await runCase(benchCase);
		done.push({ title, result });
		if (options.json) console.log(jsonLine(name, result));
	}
	if (!options.json) console.log(table(done));
	if (done.some(({ result }) => !result.pass)) process.exitCode = 1;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});

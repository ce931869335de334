/* Many executions in one real n8n, over a long time, with things going wrong: its memory stays level, nothing stays open, nothing is lost. */
import { RealN8n } from '../n8n/RealN8n';
import { readOptions, USAGE } from './options';
import { HEAD, memoryVerdict } from './report';
import { Soak } from './Soak';

/** Time that the service takes for an extraction, so that status requests are held. */
const PROCESSING_MS = 1_500;

/** For a hundred executions a minute n8n's own two are too few: on a busy machine its executions fail because they wait for one. */
const DATABASE_CONNECTIONS = '10';

async function main(): Promise<void> {
	const { help, executions, minutes } = readOptions(process.argv.slice(2));
	if (help) return console.log(USAGE);
	const stop = new AbortController();
	process.once('SIGINT', () => stop.abort());
	console.log('Starting n8n …');
	const real = await RealN8n.start(
		{ processingMs: PROCESSING_MS },
		{ DB_POSTGRESDB_POOL_SIZE: DATABASE_CONNECTIONS },
	);
	try {
		const soak = new Soak(real, executions, minutes);
		const rest = await soak.prepare();
		console.log(`${executions} executions in ${minutes} minutes. Ctrl+C ends it early.\n${HEAD}`);
		await soak.run(stop.signal, console.log);
		const problems = await soak.problems(rest);
		const { lines, level } = memoryVerdict(soak.moments);
		console.log([soak.summary(), ...lines, ...problems].join('\n'));
		const passed = level && problems.length === 0;
		console.log(passed ? 'Passed' : 'FAILED');
		if (!passed) process.exitCode = 1;
	} finally {
		await real.close();
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});

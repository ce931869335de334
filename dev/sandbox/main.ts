import { parseArgs } from 'node:util';
import { startSandbox } from '.';

const USAGE = `npm run sandbox             the service on a free local port, until Ctrl+C. It prints the Base URL and the API Key

npm run sandbox -- [--port PORT] [--api-key KEY] [--limits on|off]
  --port      a port of your own
  --api-key   a key of your own
  --limits    off: any number of requests a minute
  --help      this text`;

/** What is wrong with the command line. */
class UsageError extends Error {}

function readOptions(args: string[]) {
	const { help, port, limits, 'api-key': apiKey } = parsed(args);
	if (!/^\d+$/.test(port) || Number(port) > 65_535)
		throw new UsageError('--port takes a number from 0 to 65535');
	if (limits !== 'on' && limits !== 'off') throw new UsageError('--limits takes on or off');
	return { help, port: Number(port), limits, apiKey } as const;
}

function parsed(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string', default: '0' },
				'api-key': { type: 'string' },
				limits: { type: 'string', default: 'on' },
				help: { type: 'boolean', short: 'h', default: false },
			},
		}).values;
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

async function main(): Promise<void> {
	const { help, ...options } = readOptions(process.argv.slice(2));
	if (help) {
		console.log(USAGE);
		return;
	}
	const sandbox = await startSandbox(options);
	console.log(`Base URL: ${sandbox.baseUrl}`);
	console.log(`API Key:  ${sandbox.apiKey}`);
	console.log('Stop with Ctrl+C.');
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error.message);
	process.exitCode = 1;
});

import { parseArgs } from 'node:util';
import { startSandbox } from '.';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		'api-key': { type: 'string' },
		limits: { type: 'string', default: 'on' },
	},
});

async function main(): Promise<void> {
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error('--port takes a number from 0 to 65535');
	if (values.limits !== 'on' && values.limits !== 'off') throw new Error('--limits takes on or off');
	const sandbox = await startSandbox({ port, apiKey: values['api-key'], limits: values.limits });
	console.log(`Base URL: ${sandbox.baseUrl}`);
	console.log(`API Key:  ${sandbox.apiKey}`);
	console.log('Stop with Ctrl+C.');
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});

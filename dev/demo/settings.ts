import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './UsageError';

export const USAGE = `npm run demo                                         the example documents, with a sandbox
npm run demo -- FOLDER                               your own PDF, JPG, JPEG and PNG files, with a sandbox
npm run demo -- [FOLDER] --base-url URL --api-key KEY    your own account (it is charged a credit per page)

The key may also stand in the environment variable DOCUMENT_EXTRACTION_API_KEY, which keeps it out of what npm prints.`;

export interface Account {
	baseUrl: string;
	apiKey: string;
}

export interface DemoSettings {
	help: boolean;
	/** As the user wrote it; undefined stands for the example documents. */
	folder?: string;
	/** Undefined stands for a sandbox. */
	account?: Account;
}

const OPTIONS = {
	'base-url': { type: 'string' },
	'api-key': { type: 'string' },
	help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsConfig['options'];

/** Reads the demo's command line. @throws UsageError, which never repeats a value: it may be the key */
export function readSettings(args: string[], environment: NodeJS.ProcessEnv = {}): DemoSettings {
	const { values, positionals } = parsed(args);
	if (positionals.length > 1) throw new UsageError('Give one folder at most');
	const baseUrl = values['base-url'];
	const apiKey = values['api-key'] ?? environment.DOCUMENT_EXTRACTION_API_KEY;
	if (baseUrl && !apiKey) throw new UsageError('--base-url needs --api-key');
	if (!baseUrl && values['api-key'] !== undefined) throw new UsageError('--api-key needs --base-url');
	return {
		help: values.help,
		folder: positionals[0],
		account: baseUrl && apiKey ? { baseUrl, apiKey } : undefined,
	};
}

function parsed(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

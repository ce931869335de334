import { readSettings } from '../../dev/demo/settings';

const KEY = 'key-nobody-may-see';

test('without arguments: the example documents, with a sandbox', () => {
	expect(readSettings([])).toEqual({ help: false, folder: undefined, account: undefined });
});

test('a folder, a base URL and a key are taken', () => {
	const args = ['invoices', '--base-url', 'https://api.example.com/v1', '--api-key', KEY];
	expect(readSettings(args)).toEqual({
		help: false,
		folder: 'invoices',
		account: { baseUrl: 'https://api.example.com/v1', apiKey: KEY },
	});
});

test('the key may come from the environment, which alone asks for no account', () => {
	const environment = { DOCUMENT_EXTRACTION_API_KEY: KEY };
	const args = ['--base-url', 'https://api.example.com/v1'];
	expect(readSettings(args, environment).account).toEqual({
		baseUrl: 'https://api.example.com/v1',
		apiKey: KEY,
	});
	expect(readSettings([], environment).account).toBeUndefined();
});

test.each<[string[], string]>([
	[['--base-url', 'https://api.example.com/v1'], '--base-url needs --api-key'],
	[['--api-key', KEY], '--api-key needs --base-url'],
	[['one', KEY], 'Give one folder at most'],
	[['--key', KEY], "Unknown option '--key'"],
	[[`--key=${KEY}`], "Unknown option '--key'"],
	[['--api-key'], "Option '--api-key <value>' argument missing"],
])('%j is refused: %s', (args, message) => {
	const refusal = captured(() => readSettings(args));
	expect(refusal).toContain(message);
	expect(refusal).not.toContain(KEY);
});

function captured(work: () => unknown): string {
	try {
		work();
	} catch (error) {
		return (error as Error).message;
	}
	throw new Error('Nothing was refused');
}

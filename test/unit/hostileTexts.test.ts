import type { IExecuteFunctions } from 'n8n-workflow';
import {
	extractionLocator,
	findExtractionId,
} from '../../nodes/DocumentDataExtraction/parameters/ids/extraction';
import { readTimestamp } from '../../nodes/DocumentDataExtraction/actions/extraction/getMany';
import { uploadSessionId } from '../../nodes/DocumentDataExtraction/parameters/ids/identifiers';
import { checkJsonList } from '../../nodes/DocumentDataExtraction/shared/json';
import { readResponse } from '../../nodes/DocumentDataExtraction/api/http/response';
import { checkBaseUrl } from '../../nodes/DocumentDataExtraction/api/account';
import { withoutBearer } from '../../nodes/DocumentDataExtraction/api/pasted';
import { isExtractionId } from '../../nodes/DocumentDataExtraction/api/identifiers';
import { withoutQuery } from '../../nodes/DocumentDataExtraction/api/errors/networkFailure';
import { submission } from '../../nodes/DocumentDataExtraction/api/schemas/extractions';
import { withoutSignatures } from '../../nodes/DocumentDataExtraction/api/errors/serviceWords';

const MEGABYTE = 1024 * 1024;
const UUID = '3b9aca00-1111-4222-8333-444455556666';
const filled = (pattern: string, start = '', end = ''): string =>
	start + pattern.repeat(Math.ceil(MEGABYTE / pattern.length)) + end;

/** What people paste, and what a search that goes back and forth chokes on. */
const HOSTILE = [
	filled('a'),
	filled(' '),
	filled(' ', '2026-01-01', 'x'),
	filled('/'),
	filled('/', 'https://api.example.com/', 'v1'),
	filled('extractions/'),
	filled('?'),
	filled('?a='),
	filled('http://a'),
	filled('a-'),
	filled('3b9aca00-1111-4222-8333-44445555666/'),
	filled(`${UUID}/`),
	filled('a ', '', UUID),
	filled('['),
	filled('{"a":', '', '1'),
	filled('$&'),
	filled('\n\t'),
	filled('127.0.0.'),
];

const context = {
	getTimezone: () => 'UTC',
	evaluateExpression: () => 'null',
} as unknown as IExecuteFunctions;
const regexesOf = (): RegExp[] =>
	(extractionLocator.modes ?? []).flatMap(({ extractValue, validation = [] }) => [
		...(extractValue && 'regex' in extractValue ? [new RegExp(extractValue.regex as string)] : []),
		...validation.flatMap((rule) =>
			'type' in rule && rule.type === 'regex' && 'regex' in rule.properties
				? // As n8n takes it: it has to match the whole text.
					[new RegExp(`^${rule.properties.regex as string}$`)]
				: [],
		),
	]);
const READERS: Array<[string, (text: string) => unknown]> = [
	['the extraction of a pasted URL', (value) => findExtractionId({ mode: 'url', value })],
	['the extraction of an ID', (value) => findExtractionId({ mode: 'id', value })],
	['the checks of the editor', (text) => regexesOf().map((regex) => regex.test(text))],
	['the Base URL', (text) => checkBaseUrl(text, false)],
	['a pasted API key', withoutBearer],
	['an identifier', uploadSessionId.check],
	['an extraction ID', isExtractionId],
	[
		'a date',
		(text) => {
			try {
				return readTimestamp(context, text, { displayName: 'Created After' });
			} catch (error) {
				return error;
			}
		},
	],
	['a JSON list', (text) => checkJsonList(text, 'answers')],
	['the words of a failed request', withoutQuery],
	['the words of the service', withoutSignatures],
	[
		'an answer that is no JSON',
		(body) => readResponse({ statusCode: 400, headers: {}, body }, submission, 0),
	],
];

/** How long a built-in parser takes for deep nesting is not ours to say. */
const isNested = (text: string): boolean => /^([[{].*)\1/.test(text.slice(0, 20));

/** Ten times what the slowest of them takes. A search that goes back and forth takes minutes. */
const LONGEST_MS = 500;

/** Processor time, and the shortest of a few, since anything may come in between: other threads of the process count, too. */
function milliseconds(work: () => unknown): number {
	let shortest = Infinity;
	for (let time = 0; time < 5 && shortest > LONGEST_MS; time++) {
		const start = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(start);
		shortest = Math.min(shortest, (user + system) / 1000);
	}
	return shortest;
}

// Time is measured here, for time is what it is about: n8n does nothing else while a text is read.
describe('a text of a megabyte does not keep n8n from anything else', () => {
	it.each(READERS)('a text of a megabyte as %s holds nothing up', (what, read) => {
		for (const text of HOSTILE.filter((hostile) => !what.includes('JSON') || !isNested(hostile)))
			expect([text.slice(0, 40), milliseconds(() => read(text)) < LONGEST_MS]).toEqual([
				text.slice(0, 40),
				true,
			]);
	});
});

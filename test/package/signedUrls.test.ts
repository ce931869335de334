import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';

const SCHEMAS = join(__dirname, '../../nodes/DocumentDataExtraction/__schema__/v1.0.0');

/** The fields of all outputs; the tests of the operations compare them with real ones. */
const outputFields = (): string[] =>
	readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.flatMap((path) => {
			const schema = JSON.parse(readFileSync(join(SCHEMAS, path), 'utf8')) as { properties?: object };
			return Object.keys(schema.properties ?? {});
		});

it('every signed URL in an output lies in a field that n8n hides', () => {
	const { sensitiveOutputFields } = new DocumentDataExtraction().description as {
		sensitiveOutputFields?: string[];
	};
	const urls = outputFields().filter((name) => /url$/i.test(name));
	expect(urls).not.toHaveLength(0);
	expect(sensitiveOutputFields).toEqual(expect.arrayContaining([...urls, 'download_url']));
});

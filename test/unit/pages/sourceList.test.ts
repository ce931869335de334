import type { Html } from '../../../nodes/DocumentDataExtraction/pages/html';
import type { DocumentLink } from '../../../nodes/DocumentDataExtraction/pages/review/fields';
import { sourceList } from '../../../nodes/DocumentDataExtraction/pages/review/fields';

describe('The documents of a row on the page of Review in a Form', () => {
	const shown = (found: DocumentLink | undefined): string =>
		(sourceList(['a.pdf (Page 1)'], () => found) as Html).source;

	it('are links where n8n can link to its files', () => {
		expect(shown({ fileName: 'a.pdf', url: 'https://n8n.example.com/file' })).toContain(
			'<a href="https://n8n.example.com/file"',
		);
	});

	it('say why there is no link where n8n keeps files in memory', () => {
		expect(shown({ fileName: 'a.pdf', url: undefined })).toContain(
			'<li>a.pdf (Page 1) (no link, because this n8n keeps files in memory)</li>',
		);
	});

	it('are names alone where n8n has no such file', () => {
		expect(shown(undefined)).toContain('<li>a.pdf (Page 1)</li>');
	});
});

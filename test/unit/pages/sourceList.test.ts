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

	it('are names alone where no link leads to such a file', () => {
		expect(shown(undefined)).toContain('<li>a.pdf (Page 1)</li>');
	});
});

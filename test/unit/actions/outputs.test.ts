import { inOneOutput } from '../../../nodes/DocumentDataExtraction/actions/outputs';

describe('The one output of a tool', () => {
	it('has every item and no file, which newer versions of n8n would hand to the model', () => {
		const binary = { data: { data: '', mimeType: 'application/pdf' } };
		const items = inOneOutput({
			main: [{ json: { place: 'main' }, binary, pairedItem: { item: 0 } }],
			review: [{ json: { place: 'review' }, binary }],
			unsupported: [{ json: { next_step: 'Convert it' }, binary }],
		});
		expect(items.map(({ json }) => json.place ?? json.review_message)).toEqual([
			'main',
			'review',
			'This file was not extracted. Convert it',
		]);
		expect(items.filter((item) => item.binary)).toEqual([]);
		expect(items[0]!.pairedItem).toEqual({ item: 0 });
	});
});

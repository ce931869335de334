import { extractionStatus } from '../../../../nodes/DocumentDataExtraction/api/schemas/extractions';
import {
	failureJson,
	statusJson,
} from '../../../../nodes/DocumentDataExtraction/extraction/status/statusJson';

const ID = '11111111-2222-4333-8444-555555555555';
const itemOf = (fields: object) => statusJson(extractionStatus.parse({ extraction_id: ID, ...fields }));

describe('the item of a status', () => {
	it('tells of a completed extraction at the top what must not go unseen', () => {
		const reason = { code: 'X', message: 'Too large', affected_pages: [{ file_name: 'a.pdf', pages: [2] }] };
		const pages = { successful_count: 1, failed_count: 1, failure_reasons: [reason] };
		const item = itemOf({ status: 'completed', pages, review_needed: { count: 3, items: [] } });
		expect(item).toMatchObject({ pages_failed: 1, failure_reasons: [reason], review_count: 3 });
	});

	it('says so where nothing is known to be wrong', () =>
		expect(itemOf({ status: 'completed' })).toMatchObject({
			pages_failed: 0,
			failure_reasons: [],
			review_count: 0,
		}));

	it('says nothing of pages while there are none to know of', () =>
		expect(itemOf({ status: 'processing', progress: 4 })).toEqual({
			extraction_id: ID,
			status: 'processing',
			progress: 4,
		}));

	it('knows the formats by their addresses, whatever else stands among them', () => {
		const output = {
			xlsx_url: 'https://files.example.com/x',
			csv_url: null,
			json_url: '',
			parquet_url: 'https://files.example.com/p',
			manifest: { xlsx_url: 'https://files.example.com/m' },
			expires_in_seconds: 300,
			bundle_url: ['https://files.example.com/b'],
		};
		const item = itemOf({ status: 'completed', output });
		expect(item.available_outputs).toEqual(['xlsx', 'parquet']);
		expect(JSON.stringify(item)).not.toContain('https://');
	});

	it('gives a failure with the extraction and what to heed', () =>
		expect(failureJson({ code: 'TIMEOUT', extractionId: 'e1', stage: 'downloading' }).next_step).toMatch(
			/^The extraction is completed and charged\..* Extraction ID: e1\. \(TIMEOUT\)$/,
		));
});

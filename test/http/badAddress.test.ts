import { json, type Answer } from '../support/http/answers';
import { FILE_ID } from '../support/http/service';
import { HttpFixture } from '../support/fixtures/HttpFixture';

describe('an address of a part that is none', () => {
	let http: HttpFixture;
	beforeEach(async () => {
		http = await HttpFixture.open();
	});
	afterEach(async () => await http.close());

	it.each(['nonsense', '', '://storage'])('is the fault of the answer, not of the file: %j', async (url) => {
		const parts: Answer = json({
			success: true,
			upload_session_id: 'mail-1',
			file_id: FILE_ID,
			part_size: 6,
			part_urls: [{ part_number: 1, url }],
		});
		http.planJob({ parts: [parts], put: [], complete: [], submit: [], details: [], status: [], results: [] });
		const run = await http.extract();
		expect(run.error?.message).toMatch(
			/^The response of the service could not be read: .*Not a URL\); invoice\.pdf$/,
		);
	});
});

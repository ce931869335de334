import * as bare from '../../dev/bench/bare/upload';
import { URLS_PER_REQUEST } from '../../nodes/DocumentDataExtraction/files/upload/PartUrls';
import {
	BYTES_AT_ONCE,
	FILES_AT_ONCE,
	TRANSFERS_AT_ONCE,
} from '../../nodes/DocumentDataExtraction/files/upload/pool';

test('the bare client does as much at once as our node', () => {
	expect({ ...bare, upload: undefined }).toEqual({
		FILES_AT_ONCE,
		TRANSFERS_AT_ONCE,
		BYTES_AT_ONCE,
		URLS_PER_REQUEST,
		upload: undefined,
	});
});

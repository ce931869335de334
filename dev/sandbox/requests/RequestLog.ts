import type { FastifyRequest } from 'fastify';
import type { Clock } from '../Clock';

/** One request as the sandbox saw it. Neither keys nor signatures are kept. */
export interface LoggedRequest {
	at: string;
	/** The contract's name ('POST /extractions'), 'PUT part', 'GET download', or 'unknown'. */
	endpoint: string;
	method: string;
	/** Without the query. */
	path: string;
	/** null while unanswered, and for good when the connection was cut before an answer. */
	status: number | null;
	/** Whether it is over: answered, or broken off by either side. */
	over: boolean;
	/** Which key was used ('key_1' is the sandbox's own), never the key. */
	keyId?: string;
	fileId?: string;
	partNumber?: number;
	/** Body bytes received by a part PUT, or sent by a download. */
	bytes?: number;
	/** The query of an API request. */
	query?: Record<string, unknown>;
	headers: { xSdkName?: string; xSdkVersion?: string; hasAuthorization: boolean; contentType?: string };
}

export class RequestLog {
	entries: LoggedRequest[] = [];

	constructor(private readonly clock: Clock) {}

	/** Notes a request's arrival. Its status and the rest are filled in on the returned entry. */
	begin(request: FastifyRequest, endpoint: string, query?: Record<string, unknown>): LoggedRequest {
		const { headers, method, url } = request;
		const entry: LoggedRequest = {
			at: new Date(this.clock.now()).toISOString(),
			endpoint,
			method,
			path: url.split('?', 1)[0]!,
			status: null,
			over: false,
			...(query && Object.keys(query).length > 0 ? { query: { ...query } } : {}),
			headers: {
				xSdkName: headers['x-sdk-name'] as string | undefined,
				xSdkVersion: headers['x-sdk-version'] as string | undefined,
				hasAuthorization: headers.authorization !== undefined,
				contentType: headers['content-type'],
			},
		};
		this.entries.push(entry);
		return entry;
	}
}

/** The endpoints, as the calls of a story name them. */
export type Endpoint =
	| 'session'
	| 'parts'
	| 'complete'
	| 'submit'
	| 'status'
	| 'rows'
	| 'list'
	| 'details'
	| 'output'
	| 'cancel'
	| 'answers'
	| 'balance'
	| 'put'
	| 'download'
	| 'unknown';

/** Which endpoint a request is for. */
export function endpointOf(method: string, { pathname }: URL): Endpoint {
	if (!pathname.startsWith('/v1/')) return method === 'PUT' ? 'put' : 'download';
	const path = pathname.replace(/^\/v1/, '');
	const at = `${method} ${path}`;
	if (at === 'POST /uploads/sessions') return 'session';
	if (/^POST \/uploads\/sessions\/[^/]+\/parts$/.test(at)) return 'parts';
	if (/^POST \/uploads\/sessions\/[^/]+\/complete$/.test(at)) return 'complete';
	if (at === 'POST /extractions') return 'submit';
	if (at === 'GET /extractions') return 'list';
	if (at === 'GET /credits/balance') return 'balance';
	const [, verb, , tail] = /^(GET|POST) \/extractions\/([^/]+)(?:\/(\w+))?$/.exec(at) ?? [];
	if (verb === 'GET' && tail === undefined) return 'status';
	if (verb === 'GET' && tail === 'results') return 'rows';
	if (verb === 'GET' && (tail === 'details' || tail === 'output')) return tail;
	if (verb === 'POST' && (tail === 'cancel' || tail === 'answers')) return tail;
	return 'unknown';
}

/** The name of the file in a signed upload URL. */
export const objectIn = ({ pathname }: URL): string => pathname.split('/').at(-2) ?? '';

import type { ActiveFault } from '../faults/Faults';
import type { EndpointName } from '../limits';
import type { LoggedRequest } from '../requests/RequestLog';
import type { ApiKey } from '../state/Accounts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The contract's name of the route, or 'PUT part' and 'GET download'. */
		endpoint?: EndpointName | 'PUT part' | 'GET download';
	}
	interface FastifyRequest {
		logEntry: LoggedRequest | null;
		/** The fault that hits this request, where it comes later than its arrival. */
		fault: ActiveFault | null;
		apiKey: ApiKey | null;
	}
}

import { ServiceError } from '../errors/ServiceError';
import { networkFailure } from './networkFailure';
import { sleepUnlessStopped } from './sleep';
import { explain } from '../../shared/attempt';

/** Sleeps, cancel-aware. @throws ServiceError when the execution is stopped meanwhile */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	await explain(
		async () => await sleepUnlessStopped(ms, signal),
		(error) => new ServiceError(networkFailure(error, '', signal)),
	);
}

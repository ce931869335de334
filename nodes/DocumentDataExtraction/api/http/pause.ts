import { ServiceError } from '../errors/ServiceError';
import { networkFailure } from './networkFailure';
import { sleepUnlessStopped } from './sleep';
import { attempt } from '../../shared/attempt';

/** Sleeps, cancel-aware. @throws ServiceError when the execution is stopped meanwhile */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const slept = await attempt(async () => await sleepUnlessStopped(ms, signal));
	if (!slept.ok) throw new ServiceError(networkFailure(slept.error, '', signal));
}

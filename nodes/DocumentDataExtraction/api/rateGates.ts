import { createHash } from 'crypto';
import { REQUESTS_PER_MINUTE, type RateClass } from './limits';
import { RateGate, type GateClock } from './rateGate';
import { sleepUnlessStopped } from './sleep';

export const realClock: GateClock = {
	now: () => Date.now(),
	sleep: sleepUnlessStopped,
};

const gates = new Map<string, RateGate>();

/**
 * The gate of one class of endpoints, the same for every execution in this process that uses the same API key at the same
 * service ("Rate limits": per API key).
 */
export function rateGate(rateClass: RateClass, baseUrl: string, apiKey: string): RateGate {
	const owner = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex');
	const key = `${rateClass} ${owner}`;
	const gate = gates.get(key) ?? new RateGate(REQUESTS_PER_MINUTE[rateClass], realClock);
	gates.set(key, gate);
	return gate;
}

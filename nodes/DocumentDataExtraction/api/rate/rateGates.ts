import { REQUESTS_PER_MINUTE, type RateClass } from '../limits';
import { RateGate, type GateClock } from './RateGate';
import { sha256 } from '../../shared/digest';
import { steadyNow } from '../../shared/time';
import { sleepUnlessStopped } from '../http/sleep';

/** How the gates measure time, and how they wait. */
export const realClock: GateClock = {
	now: steadyNow,
	sleep: sleepUnlessStopped,
};

const gates = new Map<string, RateGate>();

/**
 * The gate of one class of endpoints, the same for every execution in this process that uses the same API key at the same
 * service ("Rate limits": per API key).
 */
export function rateGate(rateClass: RateClass, baseUrl: string, apiKey: string): RateGate {
	return sharedGate(rateClass, REQUESTS_PER_MINUTE[rateClass], baseUrl, apiKey);
}

/**
 * The gate that pick lists pass before the gate of their class. Together they use at most a third of its requests, so somebody who
 * searches in the editor never takes all turns away from the active workflows.
 */
export function pickListGate(rateClass: RateClass, baseUrl: string, apiKey: string): RateGate {
	const share = Math.floor(REQUESTS_PER_MINUTE[rateClass] / 3);
	return sharedGate(`${rateClass} of pick lists`, share, baseUrl, apiKey);
}

function sharedGate(name: string, perMinute: number, baseUrl: string, apiKey: string): RateGate {
	const owner = sha256(`${baseUrl}\n${apiKey}`);
	const key = `${name} ${owner}`;
	const gate = gates.get(key) ?? new RateGate(perMinute, realClock);
	gates.set(key, gate);
	return gate;
}

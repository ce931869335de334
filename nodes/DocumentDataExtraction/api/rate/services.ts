import { REQUESTS_PER_MINUTE, type RateClass } from '../limits';
import { RateGate, type GateClock } from './RateGate';
import { Uplink } from './Uplink';
import { sha256 } from '../../shared/text';
import { steadyNow } from '../../shared/time';
import { sleepUnlessStopped } from './sleep';
import { getOrAdd } from '../../shared/json';

/** How the gates measure time, and how they wait. */
export const realClock: GateClock = { now: steadyNow, sleep: sleepUnlessStopped };

/** What this process knows of a service. All executions share it. */
interface Service {
	/** By class of endpoints and API key. */
	gates: Map<string, RateGate>;
	/** Shared: independent transfers would split a slow uplink, and each run would have to measure it again. */
	uplink: Uplink;
}

/** By base URL. */
export const services = new Map<string, Service>();

/** The first caller creates what is known of a service. */
export const serviceAt = (baseUrl: string): Service =>
	getOrAdd(services, baseUrl, () => ({ gates: new Map(), uplink: new Uplink(steadyNow) }));

/**
 * The gate of one class of endpoints, the same for every execution in this process that uses the same API key at the same
 * service ("Rate limits": per API key).
 */
export function rateGate(rateClass: RateClass, baseUrl: string, apiKey: string): RateGate {
	const { gates } = serviceAt(baseUrl);
	const key = `${rateClass} ${sha256(apiKey)}`;
	return getOrAdd(gates, key, () => new RateGate(REQUESTS_PER_MINUTE[rateClass], realClock));
}

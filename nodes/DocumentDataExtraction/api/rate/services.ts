import { REQUESTS_PER_MINUTE, type RateClass } from '../limits';
import { RateGate, type GateClock } from './RateGate';
import { Uplink } from './Uplink';
import { sha256 } from '../../shared/digest';
import { steadyNow } from '../../shared/time';
import { sleepUnlessStopped } from '../http/sleep';

/** How the gates measure time, and how they wait. */
export const realClock: GateClock = {
	now: steadyNow,
	sleep: sleepUnlessStopped,
};

/** What this process knows of a service. All executions share it. */
interface Service {
	/** Whether the API has responded under its base URL. That proves that the credential is right. */
	isProven: boolean;
	/** By class of endpoints and API key. */
	gates: Map<string, RateGate>;
	/** Transfers that know nothing of each other would divide a slow one, and each run would have to measure it again. */
	uplink: Uplink;
}

/** By base URL. */
export const services = new Map<string, Service>();

/** The first caller creates what is known of a service. */
export function serviceAt(baseUrl: string): Service {
	const service = services.get(baseUrl) ?? {
		isProven: false,
		gates: new Map<string, RateGate>(),
		uplink: new Uplink(steadyNow),
	};
	services.set(baseUrl, service);
	return service;
}

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
	const { gates } = serviceAt(baseUrl);
	const key = `${name} ${sha256(apiKey)}`;
	const gate = gates.get(key) ?? new RateGate(perMinute, realClock);
	gates.set(key, gate);
	return gate;
}

import { steadyNow } from '../../shared/time';

/** The time of day at the service, by the `Date` of its latest response: the clock of this machine may be wrong, or be set. */
export class ServiceClock {
	private latest: { serviceTime: number; at: number } | undefined;

	constructor(private readonly now: () => number = steadyNow) {}

	/** Reads the time from the headers of a response that has just come. */
	read(headers: Record<string, unknown>): void {
		const serviceTime = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
		if (Number.isFinite(serviceTime)) this.latest = { serviceTime, at: this.now() };
	}

	/** Whole milliseconds since the epoch, exact to about a second; undefined before the first response. */
	time(): number | undefined {
		return this.latest && Math.floor(this.latest.serviceTime + (this.now() - this.latest.at));
	}
}

import { detailsOf, listItem, ok, refused, resultsOf, statusOf, type Answer } from './answers';
import { MINUTE, SECOND } from '../clock';
import { ModelExtraction, numberIn, wholeId, type Traits } from './extraction';
import { insert, listPage, type CursorStyle, type ListQuery } from './lists';
import { Weather, type RequestClass } from './weather';

export const BASE_URL = 'https://service.example/v1';
export const FILE_URL = 'https://files.example/';

const EVERYDAY: Traits = { name: 'Invoices', method: 'api', owner: 'own', lateMs: 0, aheadMs: 0 };

/**
 * The service in the contract's words: what it answers, and nothing of how the trigger asks. An independent witness: it is written from the
 * contract alone and imports neither the package nor the sandbox (ESLint sees to that), so that a rule that both misread falls here.
 */
export class ModelService {
	readonly weather = new Weather();
	readonly extractions: ModelExtraction[] = [];
	/** Cursors of an earlier generation are refused. */
	generation = 0;
	cursorStyle: CursorStyle = 'place';
	/** Cursors are refused so long after they were given. */
	cursorsLastMs = Infinity;
	/** How many it creates in a millisecond. */
	mostAtOnce = Infinity;
	protected readonly sorted: ModelExtraction[] = [];

	constructor(
		protected readonly clock: { readonly now: number },
		private readonly idOf = wholeId,
	) {}

	create(traits: Partial<Traits> = {}): ModelExtraction {
		const { extractions, clock, mostAtOnce } = this;
		let { aheadMs = 0 } = traits;
		const isTaken = (): boolean =>
			mostAtOnce < Infinity &&
			extractions.filter(({ createdAt }) => createdAt === clock.now + aheadMs).length >= mostAtOnce;
		while (isTaken()) aheadMs += 1;
		const { length: number } = extractions;
		const all = { ...EVERYDAY, ...traits, aheadMs };
		const extraction = new ModelExtraction(number, clock.now, all, this.idOf(number));
		this.extractions.push(extraction);
		insert(this.sorted, extraction);
		return extraction;
	}

	/** The class and the extraction that a request is about. */
	static read(url: string): { kind: RequestClass; id: string } {
		if (url.startsWith(FILE_URL)) return { kind: 'output', id: url.slice(FILE_URL.length).split('?')[0]! };
		const [, , id = '', part = ''] = url.slice(BASE_URL.length).split('/');
		if (!id) return { kind: 'list', id };
		return { kind: part === '' ? 'status' : (part as RequestClass), id };
	}

	/** How the service answers at this moment. */
	answer(url: string, query: ListQuery): Answer {
		const { weather, clock } = this;
		const { now } = clock;
		const { kind, id } = ModelService.read(url);
		if (weather.troubleUntil > now) return this.troubled();
		const wait = weather.refusal(kind, now);
		if (wait !== undefined) {
			weather.pacedUntil = Math.max(weather.pacedUntil, now + wait * SECOND + 5 * MINUTE);
			return refused(429, 'RATE_LIMITED', { retry_after_seconds: wait }, { 'retry-after': String(wait) });
		}
		const asTeam = query.scope === 'team';
		if (kind === 'list') return this.list(query, asTeam);
		const found = this.extractions[numberIn(id)];
		if (found && found.missesToCome > 0) {
			found.missesToCome -= 1;
			return refused(404, 'EXTRACTION_NOT_FOUND');
		}
		const isThere = found && found.deletedAt > now && (asTeam || found.traits.owner === 'own');
		if (!isThere) return refused(404, 'EXTRACTION_NOT_FOUND');
		if (kind === 'status') return statusOf(found);
		if (found.extrasFailUntil > now && found.extrasAreElsewhere)
			return { statusCode: 404, body: '<html>Not found</html>' };
		if (found.extrasFailUntil > now) return refused(500, 'INTERNAL_ERROR');
		if (kind === 'details') return detailsOf(found, asTeam);
		if (kind === 'results') return resultsOf(found, query);
		if (found.status !== 'completed') return refused(404, 'OUTPUT_NOT_AVAILABLE');
		return ok({ download_url: `${FILE_URL}${id}?sig=1`, format: query.format, expires_in_seconds: 300 });
	}

	private list(query: ListQuery, asTeam: boolean): Answer {
		const { clock, weather, cursorStyle: style, generation, cursorsLastMs: lastMs } = this;
		const { failsWith, hasEmptyPages } = weather;
		if (failsWith && query[failsWith] !== undefined) return refused(500, 'INTERNAL_ERROR');
		const page = listPage(this.sorted, query, { now: clock.now, style, generation, lastMs, hasEmptyPages });
		if (!page) return refused(400, 'INVALID_INPUT', { issues: [{ message: 'Wrong', path: ['cursor'] }] });
		return ok({
			extractions: page.extractions.map((each) => listItem(each, asTeam)),
			has_more: page.nextCursor !== null,
			next_cursor: page.nextCursor,
		});
	}

	private troubled(): Answer {
		const { trouble } = this.weather;
		if (trouble === 'proxyPage') return { statusCode: 502, body: '<html>Bad gateway</html>' };
		if (trouble === 'forbidden') return refused(401, 'API_KEY_EXPIRED');
		return refused(trouble === 'internalError' ? 500 : 503, 'INTERNAL_ERROR');
	}
}

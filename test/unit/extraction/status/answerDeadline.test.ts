import { endOfWait } from '../../../../nodes/DocumentDataExtraction/extraction/questions/asked';

const NOW = Date.parse('2026-05-03T12:00:00Z');
const MINUTE_MS = 60_000;
const after = (minutes: number) => NOW + minutes * MINUTE_MS;
const extraction = (answer_by?: string) => ({ extraction_id: 'x', status: 'input_required', answer_by });
const endMinutes = (answerBy: string | undefined, latest: number, serviceMinutes = 0) =>
	(endOfWait(extraction(answerBy), { latest: after(latest), now: NOW, serviceTime: after(serviceMinutes) }) -
		NOW) /
	MINUTE_MS;

describe('endOfWait', () => {
	it.each<[string, string | undefined, number, number]>([
		['15 minutes before the deadline', '2026-05-03T22:00:00Z', 2400, 585],
		['at the latest time that the user wants', '2026-05-03T22:00:00Z', 60, 60],
		['before the deadline also if little is left', '2026-05-03T12:20:00Z', 2400, 15],
		['at once if the deadline is over', '2026-05-03T11:00:00Z', 2400, 0],
		['when the user wants it if there is no deadline', undefined, 2400, 2400],
		['when the user wants it if the deadline cannot be read', 'soon', 2400, 2400],
	])('stops waiting for answers %s', (_, answerBy, latest, minutes) => {
		expect(endMinutes(answerBy, latest)).toBe(minutes);
	});

	it('goes by the clock of the service, to which the deadline belongs', () => {
		expect(endMinutes('2026-05-03T22:00:00Z', 2400, 120)).toBe(465);
	});
});

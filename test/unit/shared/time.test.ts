import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** In a process of its own, because a process reads its zone once. */
function timesIn(TZ: string, times: readonly string[]): number[] {
	const file = join(__dirname, '../../../nodes/DocumentDataExtraction/shared/time.ts');
	const code = `const { timeOf } = require(${JSON.stringify(file)}); console.log(JSON.stringify(${JSON.stringify(times)}.map(timeOf)));`;
	const args = ['--import', 'tsx', '-e', code];
	return JSON.parse(
		execFileSync(process.execPath, args, { env: { ...process.env, TZ }, encoding: 'utf8' }),
	) as number[];
}

describe('a time of the service', () => {
	it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
		'is UTC if it names no zone, and else what it says, in a process in the zone %s',
		(zone) => {
			const times = [
				'2025-01-15T09:00:00',
				'2025-01-15T09:00:00.123456',
				'2025-01-15T09:00:00Z',
				'2025-01-15T09:00:00+02:00',
				'2025-01-15',
			];
			expect(timesIn(zone, times)).toEqual([
				Date.UTC(2025, 0, 15, 9),
				Date.UTC(2025, 0, 15, 9, 0, 0, 123),
				Date.UTC(2025, 0, 15, 9),
				Date.UTC(2025, 0, 15, 7),
				Date.UTC(2025, 0, 15),
			]);
		},
	);
});

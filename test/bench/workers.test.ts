import { readOptions } from '../../dev/bench/workers/options';
import { report, type Worked } from '../../dev/bench/workers/report';

const worked = (workers: number, ms: number, more: Partial<Worked> = {}): Worked => {
	return { workers, ms, requests: 100, refused: 0, failures: [], ...more };
};

test('several workers pass if none fails and they take little longer than one', () => {
	const { lines, pass } = report([worked(1, 10_000), worked(2, 11_900, { refused: 7 })]);
	expect(lines).toEqual([
		'1 worker: 10.0 s, 100 requests, 429 answers: 0, failed executions: 0',
		'2 workers: 11.9 s, 100 requests, 429 answers: 7, failed executions: 0',
		'Against one worker: 1.19, target 1.20',
		'Passed',
	]);
	expect(pass).toBe(true);
});

test('workers that take longer, or of which one fails, do not pass', () => {
	expect(report([worked(1, 10_000), worked(2, 12_100)]).pass).toBe(false);
	const failed = report([worked(1, 10_000), worked(2, 10_000, { failures: ['error at "Extract"'] })]);
	expect(failed.pass).toBe(false);
	expect(failed.lines).toContain('error at "Extract"');
});

test('the workers get ten executions with a hundred files unless told otherwise', () => {
	expect(readOptions([])).toEqual({ help: false, executions: 10, files: 100 });
	expect(readOptions(['--executions', '2', '--files', '5'])).toMatchObject({ executions: 2, files: 5 });
	expect(() => readOptions(['--files', '0'])).toThrow('--files takes a number from 1');
});

import { randomUUID } from 'node:crypto';
import { TRIGGER_LIMITS } from '../../../nodes/DocumentDataExtraction/trigger/machine/limits';
import { BYTES, roomFor } from '../../../nodes/DocumentDataExtraction/trigger/machine/state';

it('What lies in the window leaves room for a page of what lies before it, or a backlog would wait until the window moves', () => {
	const [windowStart, backlog] = [1_000, null];
	const roomAt = (createdAt: number): number => roomFor({ windowStart, backlog }, createdAt, TRIGGER_LIMITS);
	const page = TRIGGER_LIMITS.pageSize * BYTES.entry(randomUUID());

	expect(roomAt(windowStart - 1)).toBe(TRIGGER_LIMITS.stateBytes);
	expect(roomAt(windowStart - 1) - roomAt(windowStart)).toBeGreaterThanOrEqual(page);
});

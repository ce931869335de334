import { ERROR_TEXTS } from '../../../../nodes/DocumentDataExtraction/api/errors/errorTexts';
import { stepForTool } from '../../../../nodes/DocumentDataExtraction/api/errors/stepForTool';

/** What an AI agent's tool lacks. */
const LACKING = /All Files|Prevent Duplicates|My Own ID|Extra Output|Group Files|Separate Rows|Ask in a Form/;

describe('the next step of a failure, for the tool of an AI agent', () => {
	const steps = Object.entries(ERROR_TEXTS).map(([code, { nextStep }]) => [code, nextStep] as const);

	it('names nothing that a tool lacks, whatever has failed', () => {
		expect(steps.filter(([, step]) => LACKING.test(step))).not.toHaveLength(0);
		expect(steps.filter(([, step]) => LACKING.test(stepForTool(step)))).toEqual([]);
	});

	it('still says what to do, in whole sentences', () => {
		for (const [, step] of steps) expect(stepForTool(step)).toMatch(/^[A-Z].*[^ ,]\.$/s);
	});
});

import { marked, type Tokens } from 'marked';
import { describeFailure } from '../../nodes/DocumentDataExtraction/api/errors/describeFailure';
import { inMegabytes, LIMITS } from '../../nodes/DocumentDataExtraction/api/limits';
import { readPage } from '../support/words/markdown';

interface FailedItem {
	message: string;
	error: { code: string; message: string; next_step: string; retryable: boolean; extraction_id: string };
}

const number = (value: number): string => value.toLocaleString('en-US');

const range = ({ min, max }: { min: number; max: number }): string => `${min} to ${max} characters`;

describe('docs/errors.md', () => {
	const tokens = marked.lexer(readPage('docs/errors.md'));
	const example = JSON.parse(
		tokens.find((token): token is Tokens.Code => token.type === 'code')!.text,
	) as FailedItem;

	it('shows a failed item as the node describes it', () => {
		const { code, retryable, extraction_id } = example.error;
		const details = { file_names: ['contract.pdf'] };
		const { message, nextStep } = describeFailure({
			code,
			message: '',
			retryable,
			details,
			extractionId: extraction_id,
			idFrom: 'files',
		});
		expect(example).toMatchObject({ message, error: { message, next_step: nextStep } });
	});

	it('names the limits that the node checks', () => {
		const table = tokens.filter((token): token is Tokens.Table => token.type === 'table').at(-1)!;
		const limits = table.rows.map((row) => row[1]!.text);
		expect(limits).toEqual([
			inMegabytes(LIMITS.pdfBytes),
			inMegabytes(LIMITS.imageBytes),
			`${number(LIMITS.sessionFiles)} files and ${LIMITS.sessionBytes / 1024 ** 3} GB`,
			`${number(LIMITS.promptText.max)} characters`,
			range(LIMITS.fieldName),
			`${range(LIMITS.fieldPrompt)} for a field`,
		]);
	});
});

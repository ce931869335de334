import { LIMITS } from '../../../api/limits';
import type { UploadedPart } from '../../../api/uploads';
import type { Problem } from '../../../shared/problems';
import { plural } from '../../../shared/text';
import { PARTS } from './properties';
import { checkNumber } from '../../../parameters/param';

/** A part as the user gives it, with the item that it came from. */
export interface GivenPart {
	itemIndex: number;
	partNumber: unknown;
	eTag: unknown;
}

/** The parts of one file of one session. */
export interface FileParts {
	sessionId: string;
	fileId: string;
	/** The items that the parts came from, each once. */
	itemIndexes: number[];
	parts: Array<UploadedPart & { itemIndex: number }>;
	/** The item that gave each part number first. */
	givenBy: Map<number, number>;
	/** How many parts the file has, if that is known. */
	partCount?: number;
	problems: Problem[];
}

/** The contract wants the quotes, which some tools take off. */
const withQuotes = (eTag: string): string => (eTag.includes('"') ? eTag : `"${eTag}"`);

/** Adds a part to its file, or what is wrong with it. */
export function addPart(
	file: FileParts,
	{ itemIndex, partNumber, eTag }: GivenPart,
	parameter: string,
): void {
	const addProblem = (text: string) => void file.problems.push({ parameter, text, itemIndex });
	const checked = checkNumber(partNumber ?? '', parameter, { min: 1, max: LIMITS.maxPartNumber });
	if (!checked.ok) {
		for (const { text } of checked.problems) addProblem(`The part number ${text}`);
		return;
	}
	const number = checked.value;
	const tag = typeof eTag === 'string' ? eTag.trim() : '';
	if (tag === '') addProblem(`Part ${number} has no ETag. Upload the part, and use the ETag of its response`);
	const twin = file.givenBy.get(number);
	if (twin === undefined) file.givenBy.set(number, itemIndex);
	else if (twin === itemIndex) addProblem(`Part ${number} is there twice`);
	else addProblem(`Part ${number} is there twice. It is also in item ${twin + 1}`);
	file.parts.push({ part_number: number, e_tag: withQuotes(tag), itemIndex });
}

const listNumbers = (numbers: number[]): string =>
	numbers.slice(0, 10).join(', ') + (numbers.length > 10 ? ', …' : '');

/** Which parts are missing or too many ("The parts must cover 1 to the part count, each with its ETag"). */
export function coverageProblems({ parts, partCount, fileId, problems }: FileParts): Problem[] {
	if (problems.length > 0) return [];
	const parameter = PARTS;
	if (parts.length === 0) return [{ parameter, text: `There is no part of file "${fileId}"` }];
	const given = new Set(parts.map(({ part_number }) => part_number));
	const last = partCount ?? Math.max(...given);
	const beyond = [...given].filter((number) => number > last).sort((a, b) => a - b);
	if (beyond.length > 0) {
		const culprit = parts.find(({ part_number }) => part_number === beyond[0]);
		const text = `File "${fileId}" has ${plural(last, 'part')}. There is no part ${listNumbers(beyond)}`;
		return [{ parameter, text, itemIndex: culprit?.itemIndex }];
	}
	const missing = Array.from({ length: last }, (_, index) => index + 1).filter(
		(number) => !given.has(number),
	);
	if (missing.length === 0) return [];
	const text = `Missing parts of file "${fileId}": ${listNumbers(missing)}. Upload all parts from 1 to ${last}, and complete the file with all of them`;
	return [{ parameter, text }];
}

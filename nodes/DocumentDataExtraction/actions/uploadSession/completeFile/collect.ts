import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { LIMITS } from '../../../api/limits';
import { ofItem, throwIfAny, valueOf, problemsOf } from '../../../shared/problems';
import { readChosen } from '../../../parameters/choices';
import { fileIdProperty, readIdentifier, uploadSessionIdProperty } from '../../../parameters/ids/identifiers';
import { checkJsonList } from '../../../parameters/jsonList';
import { checkNumber } from '../../../parameters/param';
import { PART_NUMBER } from '../../filePart/partNumbers';
import { completeFileProperties, PART_COUNT, PARTS, PARTS_JSON } from './properties';
import { addPart, coverageProblems, type FileParts, type GivenPart } from './givenParts';
import { attempt } from '../../../shared/attempt';

export interface CollectedParts {
	files: FileParts[];
	/** Items whose parameters do not even name a file. */
	unplaced: Array<{ itemIndex: number; error: unknown }>;
}

type GivenParts = { parameter: string; parts: GivenPart[] };

function partsFromFields(context: IExecuteFunctions, itemIndex: number): GivenParts {
	const values = context.getNodeParameter('parts.values', itemIndex, []) as IDataObject[];
	const parts = values.map(({ partNumber, eTag }) => ({ itemIndex, partNumber, eTag }));
	return { parameter: PARTS, parts };
}

function partsFromJson(context: IExecuteFunctions, itemIndex: number): GivenParts {
	const parameter = PARTS_JSON;
	const example = '[{"part_number": 1, "e_tag": "\\"…\\""}]';
	const given: unknown = context.getNodeParameter('partsJson', itemIndex);
	const list = checkJsonList(given, { parameter, key: 'parts', example });
	throwIfAny(ofItem(itemIndex, problemsOf(list)));
	const parts = valueOf(list).map(({ part_number, e_tag }) => ({
		itemIndex,
		partNumber: part_number,
		eTag: e_tag,
	}));
	return { parameter, parts };
}

function partsFromItem(context: IExecuteFunctions, itemIndex: number): GivenParts {
	const partNumber = context.getNodeParameter('partNumber', itemIndex, '');
	const eTag = context.getNodeParameter('eTag', itemIndex, '');
	return { parameter: PART_NUMBER, parts: [{ itemIndex, partNumber, eTag }] };
}

const READERS = { fields: partsFromFields, items: partsFromItem, json: partsFromJson };

function setPartCount(file: FileParts, given: unknown, itemIndex: number): void {
	if (given === undefined || given === null || given === '') return;
	const count = checkNumber(given, PART_COUNT, { min: 1, max: LIMITS.maxPartNumber });
	if (!count.ok) file.problems.push(...ofItem(itemIndex, count.problems));
	else if (file.partCount !== undefined && file.partCount !== count.value) {
		const text = `The value is ${count.value} here, but ${file.partCount} in another item of file "${file.fileId}"`;
		file.problems.push({ parameter: PART_COUNT, text, itemIndex });
	} else file.partCount = count.value;
}

/** Puts the parts of all items together by file and checks them. Nothing is sent. */
export async function collectParts(context: IExecuteFunctions): Promise<CollectedParts> {
	const files = new Map<string, FileParts>();
	const unplaced: CollectedParts['unplaced'] = [];
	const read = READERS[readChosen(context, 0, 'partsFrom', completeFileProperties) as keyof typeof READERS];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const placed = await attempt(async () => {
			const sessionId = readIdentifier(context, itemIndex, uploadSessionIdProperty);
			const fileId = readIdentifier(context, itemIndex, fileIdProperty);
			return { sessionId, fileId, given: read(context, itemIndex) };
		});
		if (!placed.ok) {
			unplaced.push({ itemIndex, error: placed.error });
			continue;
		}
		const { sessionId, fileId, given } = placed.value;
		const key = JSON.stringify([sessionId, fileId]);
		const file = files.get(key) ?? {
			sessionId,
			fileId,
			itemIndexes: [itemIndex],
			parts: [],
			givenBy: new Map(),
			problems: [],
		};
		if (file.itemIndexes.at(-1) !== itemIndex) file.itemIndexes.push(itemIndex);
		files.set(key, file);
		setPartCount(file, context.getNodeParameter('partCount', itemIndex, ''), itemIndex);
		for (const part of given.parts) addPart(file, part, given.parameter);
	}
	for (const file of files.values()) file.problems.push(...coverageProblems(file));
	return { files: [...files.values()], unplaced };
}

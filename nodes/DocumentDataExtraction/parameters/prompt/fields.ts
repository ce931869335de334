import type { PromptObject } from '../../api/endpoints/extractions';
import { isRecord } from '../../shared/json';
import { checked, invalid, type Checked } from '../../shared/problems';
import { shown } from '../../shared/text';
import { fieldProblems, type Described } from './checks';

type Field = PromptObject['fields'][number];

/** A bullet or number in front of a field, from a list that somebody pasted. */
const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s+/;

/** The end of a name, where instructions follow. The colon of "Time (hh:mm)" is none. */
const COLON = /:(?=\s|$)|：/;

const namedField = (name: string, instructions = ''): Field => {
	const prompt = instructions.trim();
	return { name: name.trim(), ...(prompt !== '' && { prompt }) };
};

/** The fields of a line. Tabs stand between the names in the header of a sheet. */
function fieldsOfLine(line: string): Field[] {
	const text = line.replace(BULLET, '');
	const colon = COLON.exec(text);
	if (colon) return [namedField(text.slice(0, colon.index), text.slice(colon.index + 1))];
	return text.split('\t').map((name) => namedField(name));
}

function fieldsOfText(text: string): Field[] {
	const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
	const fields = lines.flatMap(fieldsOfLine);
	// Names that somebody types in one line have commas between them.
	const [only] = fields;
	if (fields.length !== 1 || !only || only.prompt !== undefined) return fields;
	return only.name.split(/[,;]/).map((name) => namedField(name));
}

/** Reads a list of fields: a text with one field a line, or the list of names or prompt fields that an expression gives. */
export function checkFields(given: unknown): Checked<Described> {
	if (isRecord(given))
		return invalid({ text: `${shown(given)} is not a list of fields. Enter one field a line` });
	const entries: unknown[] = Array.isArray(given) ? given : fieldsOfText(String(given ?? ''));
	const fields = entries.map((entry) =>
		isRecord(entry)
			? namedField(String(entry.name ?? ''), String(entry.prompt ?? entry.instructions ?? ''))
			: namedField(String(entry)),
	);
	const named = fields.filter(({ name, prompt }) => name !== '' || prompt !== undefined);
	return checked({ fields: named, general: '' }, fieldProblems(named));
}

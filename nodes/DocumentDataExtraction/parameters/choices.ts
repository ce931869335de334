import type { INodeProperties } from 'n8n-workflow';
import type { Problem } from '../shared/problems';

const quoteValue = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return `"${text.slice(0, 200)}"`;
};

const optionValues = ({ options = [] }: INodeProperties): unknown[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

/**
 * What is wrong with the value of a switch or of a list to choose from. The editor offers good ones only, but an expression may give
 * anything.
 */
export function choiceProblems(field: INodeProperties, value: unknown): Problem[] {
	const refused = (text: string): Problem[] => [{ parameter: field.displayName, text }];
	if (field.type === 'boolean')
		return typeof value === 'boolean' ? [] : refused(`${quoteValue(value)} is neither true nor false`);
	if (field.type === 'multiOptions' && !Array.isArray(value))
		return refused(`${quoteValue(value)} is no list`);
	const known = optionValues(field);
	const chosen: unknown[] = field.type === 'multiOptions' ? (value as unknown[]) : [value];
	return chosen
		.filter((one) => !known.includes(one))
		.flatMap((one) => refused(`${quoteValue(one)} is unknown; it can be ${known.join(', ')}`));
}

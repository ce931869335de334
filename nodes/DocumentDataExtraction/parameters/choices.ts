import type { INodeProperties } from 'n8n-workflow';
import { throwIfAny, type Problem } from '../shared/problems';
import { alternatives, quoted } from './param';

const optionValues = ({ options = [] }: INodeProperties): unknown[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

/**
 * What is wrong with the value of a switch or of a list to choose from. The editor offers good ones only, but an expression may give
 * anything.
 */
export function choiceProblems(property: INodeProperties, value: unknown): Problem[] {
	const wrong = (text: string): Problem[] => [{ parameter: property.displayName, text }];
	if (property.type === 'boolean')
		return typeof value === 'boolean' ? [] : wrong(`${quoted(value)} is not valid. Use true or false`);
	const known = optionValues(property);
	const takesSeveral = property.type === 'multiOptions';
	if (takesSeveral && !Array.isArray(value))
		return wrong(`${quoted(value)} is not a list. Use a list of ${alternatives(known)}`);
	const chosen: unknown[] = takesSeveral ? (value as unknown[]) : [value];
	return chosen
		.filter((one) => !known.includes(one))
		.flatMap((one) => wrong(`${quoted(one)} is not valid. Use ${alternatives(known)}`));
}

/**
 * The value of a choice that may be left out.
 *
 * @throws InputProblems for a value that is not offered
 */
export function readChoice(property: INodeProperties, value: unknown): string | undefined {
	if (value === undefined || value === '') return undefined;
	throwIfAny(choiceProblems(property, value));
	return value as string;
}

import type { IDataObject, IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	both,
	checked,
	invalid,
	ofItem,
	problemsOf,
	throwIfAny,
	valid,
	valueOf,
	type Checked,
	type Problem,
} from '../shared/problems';
import { shown, splitList } from '../shared/text';

/** A parameter: what the editor shows of it, and what the code reads. Both stand in one place, so that they cannot differ. */
export interface Param<T> {
	property: INodeProperties;
	/** How it looks at the tool of an AI agent, if different. */
	inTool?: INodeProperties;
	/** What counts if there is no value: in a workflow that is older than the parameter, or for an option that was not added. */
	whenAbsent: unknown;
	/** The editor offers good values only, but an expression or a model may give anything. */
	check(given: unknown): Checked<T>;
}

/** Named parameters. Their names here are those that the code uses; `property.name` is what n8n stores. */
export type Params = Record<string, Param<unknown>>;

/** What parameters are once they are checked. */
export type Values<P> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

type Look = Omit<INodeProperties, 'type' | 'options' | 'default'>;

/** A choice as the editor shows it. */
export type Shown = readonly [name: string, description?: string, more?: Partial<INodePropertyOptions>];

type Choices<V extends string> = Record<V, Shown>;

/** A parameter with a check of its own. A problem that names no parameter is about this one. */
export const param = <T>(property: INodeProperties, check: (given: unknown) => Checked<T>): Param<T> => ({
	property,
	whenAbsent: property.default,
	check(given) {
		const read = check(given);
		if (read.ok) return read;
		const { displayName } = property;
		return invalid(
			...read.problems.map((problem) => ({ ...problem, parameter: problem.parameter ?? displayName })),
		);
	},
});

const shownOptions = (choices: Choices<string>): INodePropertyOptions[] =>
	Object.entries(choices).map(([value, [name, description, more]]) => ({
		name,
		value,
		...(description !== undefined && { description }),
		...more,
	}));

const isOneOf = <V extends string>(value: unknown, choices: Choices<V>): value is V =>
	typeof value === 'string' && Object.hasOwn(choices, value);

const notOneOf = (value: unknown, choices: Choices<string>): Problem => ({
	text: `${shown(value)} is not valid. Use one of: ${Object.keys(choices).join(', ')}`,
});

/** One of several values. */
export const choice = <V extends string>({
	of,
	...look
}: Look & { of: Choices<V>; default: NoInfer<V> }): Param<V> =>
	param({ ...look, type: 'options', options: shownOptions(of) }, (given) =>
		isOneOf(given, of) ? valid(given) : invalid(notOneOf(given, of)),
	);

/**
 * Any of several values, each once. An expression may also give one alone, or text with commas.
 *
 * @param look.ifNone the text of the error if none is selected. Without it, none is fine
 */
export const selection = <V extends string>({
	of,
	ifNone,
	...look
}: Look & { of: Choices<V>; ifNone?: string; default: NoInfer<V[]> }): Param<V[]> =>
	param({ ...look, type: 'multiOptions', options: shownOptions(of) }, (given) => {
		const values = typeof given === 'string' ? splitList(given) : [given].flat();
		if (values.length === 0 && ifNone !== undefined) return invalid({ text: ifNone });
		const others = values.filter((value) => !isOneOf(value, of));
		return checked(
			[...new Set(values as V[])],
			others.map((value) => notOneOf(value, of)),
		);
	});

/** On or off. */
export const toggle = (look: Look & { default: boolean }): Param<boolean> =>
	param({ ...look, type: 'boolean' }, (given) =>
		typeof given === 'boolean'
			? valid(given)
			: invalid({ text: `${shown(given)} is not valid. Use true or false` }),
	);

/** Which numbers are good. */
interface Bounds {
	/** Included, like `max`. */
	min: number;
	max?: number;
	/** Whether an expression may give a fraction. In the editor, a number is a whole one. */
	fractions?: boolean;
	/** Multiplier from the user's unit to the code's, such as 1024 if the user enters KB and the code counts bytes. */
	unit?: number;
}

/** A number, also as the text that an expression or a model gives. */
export function checkNumber(
	given: unknown,
	{ min, max = Infinity, fractions = false, unit = 1 }: Bounds,
): Checked<number> {
	const isText = typeof given === 'string' && given.trim() !== '';
	const number = typeof given === 'number' || isText ? Number(given) : NaN;
	const isGood = fractions ? Number.isFinite(number) : Number.isSafeInteger(number);
	if (isGood && number >= min && number <= max) return valid(number * unit);
	const kind = fractions ? 'a number' : 'a whole number';
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	return invalid({ text: `${shown(given)} is not ${kind} ${range}` });
}

/** A number. The editor takes whole numbers within the bounds, or what `typeOptions` say. */
export const number = ({
	min,
	max,
	fractions,
	unit,
	...look
}: Look & Bounds & { default: number }): Param<number> =>
	param(
		{
			...look,
			type: 'number',
			typeOptions: look.typeOptions ?? {
				minValue: min,
				...(max !== undefined && { maxValue: max }),
				numberPrecision: 0,
			},
		},
		(given) => checkNumber(given, { min, max, fractions, unit }),
	);

/** A text, without the white space around it. @param check refuses some texts. Without it, every text is good */
export const text = (
	look: Look & { default?: string },
	check: (given: string) => Checked<string> = valid,
): Param<string> =>
	param({ ...look, type: 'string', default: look.default ?? '' }, (given) => {
		const asText = String(given ?? '');
		// An expression that gives an object.
		if (typeof given === 'object' && asText.includes('[object '))
			return invalid({ text: `${shown(given)} is not a text` });
		return check(asText.trim());
	});

/** The same parameter, which is undefined until the user adds it. The default that the editor shows does not count then. */
export const ifAdded = <T>({ check, ...shown }: Param<T>): Param<T | undefined> => ({
	...shown,
	whenAbsent: undefined,
	check: (given) => (given === undefined || given === null || given === '' ? valid(undefined) : check(given)),
});

/** The same parameter, shown elsewhere or in other words. */
export const shownAs = <T>(from: Param<T>, look: Partial<INodeProperties>): Param<T> => ({
	...from,
	property: { ...from.property, ...look },
});

/** Hides a parameter, or one of its choices, where the node is the tool of an AI agent. */
export const notInTool = <T extends object>(
	shown: T & Pick<INodeProperties, 'displayOptions'>,
): T & Pick<INodeProperties, 'displayOptions'> => ({
	...shown,
	displayOptions: { ...shown.displayOptions, hide: { ...shown.displayOptions?.hide, '@tool': [true] } },
});

/** Shows a parameter only where the node is the tool of an AI agent. */
export const onlyInTool = (shown: INodeProperties): INodeProperties => ({
	...shown,
	displayOptions: { ...shown.displayOptions, show: { ...shown.displayOptions?.show, '@tool': [true] } },
});

/** A list to choose from, of which a tool has but one choice. */
export const oneChoiceInTool = <T extends string>({ property, ...how }: Param<T>, value: T): Param<T> => ({
	...how,
	property: notInTool(property),
	inTool: onlyInTool({
		...property,
		options: property.options?.filter((option) => 'value' in option && option.value === value),
		default: value,
	}),
});

/** A collection, such as that of an operation's options, in alphabetical order. */
export const collection = (noun: 'Option' | 'Filter', options: INodeProperties[]): INodeProperties => ({
	displayName: `${noun}s`,
	name: `${noun.toLowerCase()}s`,
	type: 'collection',
	placeholder: `Add ${noun}`,
	default: {},
	options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** What the editor shows of parameters, in their order, and of options. */
export const propertiesOf = (parameters: Params, options?: Params): INodeProperties[] => [
	...Object.values(parameters).flatMap(({ property, inTool }) => (inTool ? [property, inTool] : [property])),
	...(options ? [collection('Option', propertiesOf(options))] : []),
];

/** Checks parameters and says all that is wrong. @param given reads the value that n8n stores under a name */
export function checkAll<P extends Params>(
	params: P,
	given: (name: string, whenAbsent: unknown) => unknown,
): Checked<Values<P>> {
	const results = Object.entries(params).map(([key, { property, whenAbsent, check }]) => ({
		key,
		checked: check(given(property.name, whenAbsent)),
	}));
	const problems = results.flatMap(({ checked }) => problemsOf(checked));
	if (problems.length > 0) return invalid(...problems);
	return valid(Object.fromEntries(results.map(({ key, checked }) => [key, valueOf(checked)])) as Values<P>);
}

/** Checks the parameters of a collection. @param added those that the user has added to it */
export const checkAdded = <P extends Params>(params: P, added: IDataObject): Checked<Values<P>> =>
	checkAll(params, (name, whenAbsent) => added[name] ?? whenAbsent);

/** What an item's parameters and options are, or all that is wrong with them. */
export const checkItem = <P extends Params, O extends Params = Record<never, never>>(
	context: IExecuteFunctions,
	itemIndex: number,
	parameters: P,
	options = {} as O,
): Checked<Values<P> & Values<O>> =>
	both(
		checkAll(parameters, (name, whenAbsent) =>
			context.getNodeParameter(name, itemIndex, whenAbsent as string),
		),
		checkAdded(options, context.getNodeParameter('options', itemIndex, {})),
	);

/** What an item's parameters and options are. @throws InputProblems that name all that is wrong with them */
export function readItem<P extends Params, O extends Params = Record<never, never>>(
	context: IExecuteFunctions,
	itemIndex: number,
	parameters: P,
	options?: O,
): Values<P> & Values<O> {
	const given = checkItem(context, itemIndex, parameters, options);
	throwIfAny(ofItem(itemIndex, problemsOf(given)));
	return valueOf(given);
}

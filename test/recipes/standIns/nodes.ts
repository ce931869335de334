import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { NodeTypeMap } from '../../../dev/engine';
import type { ExampleWorkflow } from '../../support/documentation/exampleWorkflows';

/** What n8n's XML node parses with; it comes with n8n-workflow, without types. */
const { Parser } = createRequire(require.resolve('n8n-workflow'))('xml2js') as {
	Parser: new (options: object) => { parseStringPromise(text: string): Promise<IDataObject> };
};

type Items = INodeExecutionData[];
export type Execute = (context: IExecuteFunctions) => Promise<Items[]> | Items[];

/** A node type that stands in for one of n8n's own. It takes any parameter: n8n's engine evaluates what the example says. */
export class StandIn implements INodeType {
	description: INodeTypeDescription;

	constructor(
		name: string,
		parameters: string[],
		run: Execute,
		ends: { inputs?: number; outputs?: number } = {},
	) {
		const { inputs = 1, outputs = 1 } = ends;
		this.description = {
			displayName: name,
			name,
			group: ['transform'],
			version: [1, 1.1, 1.2, 2, 2.1, 2.2, 2.3, 2.4, 2.6, 3, 3.2, 3.4, 4.7],
			description: '',
			defaults: { name },
			inputs: Array.from({ length: inputs }, () => 'main' as const),
			outputs: Array.from({ length: outputs }, () => 'main' as const),
			properties: parameters.map((each) => ({ displayName: each, name: each, type: 'json', default: '' })),
		};
		this.execute = function (this: IExecuteFunctions) {
			return Promise.resolve(run(this));
		};
	}

	execute: (this: IExecuteFunctions) => Promise<Items[]>;
}

/** Does something for each item; what is thrown fails all, or is an item where the node continues: as the node that is stood in for. */
export const forEachItem =
	(
		work: (context: IExecuteFunctions, index: number) => Promise<IDataObject | Items> | IDataObject | Items,
		isPaired = true,
	): Execute =>
	async (context) => {
		const out: Items = [];
		for (const [item] of context.getInputData().entries()) {
			try {
				const made = await work(context, item);
				const items = Array.isArray(made) ? made : [{ json: made }];
				out.push(...items.map((each) => ({ ...each, pairedItem: { item } })));
			} catch (error) {
				const { message } = error as Error;
				if (!context.continueOnFail())
					throw new NodeOperationError(context.getNode(), message, { itemIndex: item });
				out.push({ json: { error: message }, ...(isPaired && { pairedItem: { item } }) });
			}
		}
		return [out];
	};

interface Conditions {
	conditions: Array<{
		leftValue: unknown;
		rightValue: unknown;
		operator: { type: string; operation: string };
	}>;
}

/** Of the conditions that the examples use; strict about types, as they are. */
function isMet(context: IExecuteFunctions, item: number, parameter = 'conditions'): boolean {
	const { conditions } = context.getNodeParameter(parameter, item) as Conditions;
	return conditions.every(({ leftValue, rightValue, operator: { type, operation } }) => {
		if (typeof leftValue !== type) throw new Error(`${String(leftValue)} is no ${type}`);
		if (operation === 'true') return leftValue === true;
		if (operation === 'gt') return (leftValue as number) > (rightValue as number);
		throw new Error(`No stand-in for the condition ${operation}`);
	});
}

const itemsThat = (context: IExecuteFunctions, meet: boolean): Items =>
	context
		.getInputData()
		.flatMap((each, item) => (isMet(context, item) === meet ? [{ ...each, pairedItem: { item } }] : []));

interface Assignment {
	name: string;
	value: unknown;
}

const set = forEachItem((context, item) => {
	const { assignments } = context.getNodeParameter('assignments', item) as { assignments: Assignment[] };
	const given = Object.fromEntries(assignments.map(({ name, value }) => [name, value])) as IDataObject;
	const includes = context.getNodeParameter('includeOtherFields', item) === true;
	return { ...(includes && context.getInputData()[item]!.json), ...given };
});

const splitOut = forEachItem((context, item) => {
	const field = context.getNodeParameter('fieldToSplitOut', item) as string;
	const { json, binary } = context.getInputData()[item]!;
	if (field === '$binary')
		return Object.entries(binary ?? {}).map(([name, file]) => ({ json: {}, binary: { [name]: file } }));
	return (json[field] as IDataObject[]).map((each) => ({ json: each }));
});

/** As n8n's node, it does not pass on the file that it hashed. */
const hash = forEachItem(async (context, item) => {
	const read = (name: string) => context.getNodeParameter(name, item) as string;
	const bytes = await context.helpers.getBinaryDataBuffer(item, read('binaryPropertyName'));
	const { json } = context.getInputData()[item]!;
	const digest = createHash(read('type')).update(bytes).digest('hex');
	return [{ json: { ...json, [read('dataPropertyName')]: digest } }];
});

const extractFromFile = forEachItem(async (context, item) => {
	const bytes = await context.helpers.getBinaryDataBuffer(
		item,
		context.getNodeParameter('binaryPropertyName', item) as string,
	);
	const { json, binary } = context.getInputData()[item]!;
	const name = context.getNodeParameter('destinationKey', item) as string;
	return [{ json: { ...json, [name]: bytes.toString('utf8').replace(/^\uFEFF/, '') }, binary }];
});

/** As n8n's node, it skips what it cannot parse, and links no item to the one it came from. */
const xml: Execute = async (context) => {
	const parser = new Parser({ mergeAttrs: true, explicitArray: false });
	const parsed = context.getInputData().map(async ({ json }) => {
		try {
			return [{ json: await parser.parseStringPromise(json.xml as string) }];
		} catch {
			return [];
		}
	});
	return [(await Promise.all(parsed)).flat()];
};

interface Summary {
	values: Array<{ aggregation: 'count' | 'sum'; field: string }>;
}

/** One item for each combination of the fields that split, with sums and counts. */
const summarize: Execute = (context) => {
	const { values } = context.getNodeParameter('fieldsToSummarize', 0) as Summary;
	const fields = (context.getNodeParameter('fieldsToSplitBy', 0) as string).split(', ');
	const groups = new Map<string, IDataObject>();
	for (const { json } of context.getInputData()) {
		const kept = Object.fromEntries(fields.map((field) => [field, json[field]]));
		const group = groups.get(JSON.stringify(kept)) ?? { ...kept };
		groups.set(JSON.stringify(kept), group);
		for (const { aggregation, field } of values) {
			const name = `${aggregation}_${field}`;
			group[name] = Number(group[name] ?? 0) + (aggregation === 'sum' ? Number(json[field]) : 1);
		}
	}
	return [[...groups.values()].map((json) => ({ json, pairedItem: { item: 0 } }))];
};

/** One item at a time: what the loop brings back at the first output, when there is no more, and the next item at the second one. */
const loop: Execute = (context) => {
	const state = context.getContext('node') as { left?: Items; over?: Items };
	const items = context.getInputData();
	if (state.left === undefined) Object.assign(state, { left: [...items], over: [] });
	else state.over!.push(...items);
	const next = state.left!.splice(0, 1).map((each) => ({ ...each, pairedItem: { item: 0 } }));
	return next.length === 0 ? [state.over!, []] : [[], next];
};

const merge: Execute = (context) => {
	const { numberInputs = 2, mode } = context.getNode().parameters;
	if (mode === 'combine')
		return [
			context.getInputData(0).map((one, item) => ({
				json: { ...one.json, ...context.getInputData(1)[item]!.json },
				binary: { ...one.binary, ...context.getInputData(1)[item]!.binary },
				pairedItem: [{ item }, { item, input: 1 }],
			})),
		];
	return [Array.from({ length: Number(numberInputs) }, (_, input) => context.getInputData(input)).flat()];
};

const CORE: Record<string, [Execute, { inputs?: number; outputs?: number }?]> = {
	set: [set],
	filter: [(context) => [itemsThat(context, true)]],
	if: [(context) => [itemsThat(context, true), itemsThat(context, false)], { outputs: 2 }],
	splitOut: [splitOut],
	crypto: [hash],
	extractFromFile: [extractFromFile],
	xml: [xml],
	summarize: [summarize],
	splitInBatches: [loop, { outputs: 2 }],
	limit: [(context) => [context.getInputData().slice(0, context.getNodeParameter('maxItems', 0) as number)]],
	switch: [
		(context) => {
			const { values } = context.getNodeParameter('rules', 0) as { values: unknown[] };
			const first = context
				.getInputData()
				.map((_, item) =>
					values.findIndex((__, rule) => isMet(context, item, `rules.values[${rule}].conditions`)),
				);
			return values.map((_, rule) =>
				context
					.getInputData()
					.flatMap((each, item) => (first[item] === rule ? [{ ...each, pairedItem: { item } }] : [])),
			);
		},
		{ outputs: 3 },
	],
	merge: [merge, { inputs: 2 }],
	noOp: [(context) => [context.getInputData()]],
	scheduleTrigger: [() => [[{ json: {} }]]],
	formTrigger: [(context) => [context.getInputData()]],
	whatsAppTrigger: [(context) => [context.getInputData()]],
};

/** The node types of an example: n8n's own nodes that work on items alone, and what is given for those that reach other services. */
export function standIns(workflow: ExampleWorkflow, others: Record<string, Execute>): NodeTypeMap {
	const known = {
		...CORE,
		...Object.fromEntries(Object.entries(others).map(([name, run]) => [name, [run] as const])),
	};
	return Object.fromEntries(
		Object.entries(known).map(([name, [run, ends]]) => {
			const type = `n8n-nodes-base.${name}`;
			const parameters = workflow.nodes
				.filter((node) => node.type === type)
				.flatMap((node) => Object.keys(node.parameters));
			const inputs =
				workflow.nodes.find((node) => node.type === type)?.parameters.numberInputs ?? ends?.inputs;
			const all = [...new Set([...parameters, 'includeOtherFields'])];
			return [type, new StandIn(name, all, run, { ...ends, inputs: inputs as number | undefined })];
		}),
	);
}

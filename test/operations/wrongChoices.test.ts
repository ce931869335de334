import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/DocumentDataExtraction/resources';
import { invoiceItems } from '../support/operations/extractDocuments';
import { byId, startOperation, UNKNOWN_ID } from '../support/fixtures/operationFixture';

/** What operations need besides: an expression shows the fields of every choice, and n8n asks for the required ones. */
const GIVEN: INodeParameters = {
	extractionId: byId(UNKNOWN_ID),
	uploadSessionId: 'session',
	fileId: 'file',
	fileIds: 'file',
	prompt: 'Invoice number',
	submissionId: 'own',
	links: 'https://127.0.0.1/invoice.pdf',
	questionId: 'question',
	choiceId: 'choice',
	text: 'text',
	partNumber: 1,
};

/** Newer engines read an expression as text where the editor takes none. */
const noSuch = ({ noDataExpression }: INodeProperties) =>
	noDataExpression ? 'no such choice' : '={{ "no such choice" }}';

/** The parameters with which the editor shows a property. */
const shownWith = ({ displayOptions }: INodeProperties): INodeParameters =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).flatMap(([name, values = []]) => {
			const [value] = values;
			return typeof value === 'object' ? [] : [[name.replace('/', ''), value]];
		}),
	) as INodeParameters;

const hasList = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'options' && typeOptions?.loadOptionsMethod === undefined;

/** Every list to choose from that an operation has, at the top or in a collection, with a choice that is not in it. */
function wrongChoices(properties: INodeProperties[]): Array<{ name: string; parameters: INodeParameters }> {
	return properties.flatMap((property) => {
		const shown = shownWith(property);
		if (hasList(property))
			return [{ name: property.displayName, parameters: { ...shown, [property.name]: noSuch(property) } }];
		if (property.type !== 'collection') return [];
		return (property.options as INodeProperties[]).filter(hasList).map((option) => ({
			name: option.displayName,
			parameters: { ...shown, ...shownWith(option), [property.name]: { [option.name]: noSuch(option) } },
		}));
	});
}

/** Those of some parameters that an operation has. */
const ofOperation = (properties: INodeProperties[], parameters: INodeParameters): INodeParameters => {
	const names = new Set(properties.map(({ name }) => name));
	return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name)));
};

const CASES = RESOURCES.flatMap((resource) =>
	resource.operations.flatMap((operation) =>
		wrongChoices(operation.properties).map(({ name, parameters }) => ({
			resource: resource.value,
			operation: operation.value,
			name,
			parameters: ofOperation(operation.properties, { ...GIVEN, ...parameters }),
		})),
	),
);

describe('A choice that is not in the list, from an expression', () => {
	const fixture = startOperation('get');

	it.each(CASES)('is refused: $resource, $operation, $name', async (each) => {
		const { resource, operation, name, parameters } = each;
		const input = await invoiceItems(fixture.node, 'I-1');
		const run = await fixture.run({ ...parameters, resource, operation }, { input });
		expect(`${run.error?.message}. ${run.error?.description}`).toContain(
			`${name}: "no such choice" is not valid. Use `,
		);
		expect(fixture.asked()).toEqual([]);
	});
});

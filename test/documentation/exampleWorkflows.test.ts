import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { DocumentDataExtraction } from '../../nodes/DocumentDataExtraction/DocumentDataExtraction.node';
import { DocumentDataExtractionTrigger } from '../../nodes/DocumentDataExtraction/DocumentDataExtractionTrigger.node';
import { unknownIn } from '../e2e/n8n/knownParameters';
import type { NodeTypeInfo } from '../e2e/n8n/client';
import {
	behind,
	boxOf,
	EXAMPLE_WORKFLOWS,
	galleryEntries,
	isNote,
	linksOf,
	middleOf,
	noteOf,
	overlap,
	type GalleryEntry,
} from '../support/documentation/exampleWorkflows';
import { NODE_TYPE, TRIGGER_TYPE } from '../support/names';
import { filesOf, REPOSITORY } from '../support/repository';

const described = (name: string, description: INodeTypeDescription): NodeTypeInfo =>
	({ ...description, name }) as unknown as NodeTypeInfo;
const node = new DocumentDataExtraction().description;
/** What n8n adds to a trigger that polls. */
const added = (...names: string[]): INodeProperties[] =>
	names.map((name) => ({ displayName: name, name, type: 'string', default: '' }));
const trigger = new DocumentDataExtractionTrigger().description;
const TYPES = [
	described(NODE_TYPE, node),
	described(`${NODE_TYPE}Tool`, node),
	described(TRIGGER_TYPE, { ...trigger, properties: [...trigger.properties, ...added('pollTimes')] }),
];

const isOurs = ({ type }: INode): boolean => TYPES.some(({ name }) => name === type);

/** Names that stand on our screens: of parameters, options and choices. */
const namesIn = (properties: INodeProperties[]): string[] =>
	properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) =>
			'values' in option
				? namesIn(option.values)
				: 'type' in option
					? namesIn([option])
					: [(option as { name: string }).name],
		),
	]);
const OUR_NAMES = new Set(TYPES.flatMap(({ properties }) => namesIn(properties)));
const OUTPUTS = ['Rows', 'Review', 'Questions', 'Unsupported', 'Rejected'];

/** What n8n's own screens say. */
const N8N_SAYS = [
	'Data tables',
	'Evaluations',
	'Execute workflow',
	'Open chat',
	'Publish',
	'Restrict to User IDs',
	'Run Test',
	'Use Responses API',
];

/** Every text in the parameters of a node. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);

/** An expression that shows what went wrong. */
const SHOWN_ERROR = /\b(json|error|failure)\??\.(message|description)\b(?!\.)/;

/** n8n's grid. */
const GRID = 16;

describe.each(EXAMPLE_WORKFLOWS.map((workflow) => [workflow.file, workflow] as const))(
	'The example %s',
	(_, workflow) => {
		const { nodes, name } = workflow;
		const notes = nodes.filter(isNote);
		const byName = new Map(nodes.map((each) => [each.name, each]));

		it('sets only what our nodes have', () => {
			expect(nodes.filter(isOurs).flatMap((each) => unknownIn(each, TYPES))).toEqual([]);
		});

		it('has a first note with a title, how it works, and numbered steps to set it up', () => {
			const yellow = notes.filter((each) => noteOf(each).color === undefined);
			expect(yellow.map((each) => each.name)).toEqual(['About']);
			const { content } = noteOf(yellow[0]!);
			expect(content).toMatch(/^## .+\n\n[^]*### How it works\n[^]+\n### Set up\n1\. [^]+\n2\. /);
			expect(content.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(3);
			for (const each of notes) expect([undefined, 7]).toContain(noteOf(each).color);
		});

		it('calls things in its notes as the screen does', () => {
			const bold = notes.flatMap((each) => [...noteOf(each).content.matchAll(/\*\*(.+?)\*\*/g)]);
			const known = [...byName.keys(), ...OUR_NAMES, ...OUTPUTS, ...N8N_SAYS, 'link'];
			const unknown = bold
				.map(([, text]) => text!)
				.filter((text) => !text.split(': ').every((part) => known.includes(part)));
			expect(unknown).toEqual([]);
		});

		it('reads every file of a folder, so that none is passed over for its name', () => {
			const selectors = nodes.map(({ parameters }) => String(parameters.fileSelector ?? '')).filter(Boolean);
			expect(selectors.filter((selector) => !/^={{ \$json\.folder }}\/\*$/.test(selector))).toEqual([]);
		});

		it('writes files under another name in each run, outside the folder that it reads', () => {
			for (const { name: writer, parameters } of nodes.filter(
				(each) => each.parameters.operation === 'write',
			)) {
				expect(parameters.fileName).toMatch(/json\.results }}\//);
				const [from] = linksOf(workflow).find(([, , to]) => to === writer)!;
				const { fileName } = byName.get(from)!.parameters.options as { fileName: string };
				expect(fileName).toContain('{{ $execution.id }}');
			}
		});

		it('waits for no trigger of Google Drive, which never sees what is moved in or listed late', () => {
			expect(nodes.filter(({ type }) => type.endsWith('.googleDriveTrigger'))).toEqual([]);
		});

		it('runs no sub-workflow once for each item, which n8n 3 no longer does', () => {
			const modes = nodes
				.filter(({ type }) => type === 'n8n-nodes-base.executeWorkflow')
				.map(({ parameters }) => parameters.mode ?? 'once');
			expect(modes.filter((mode) => mode !== 'once')).toEqual([]);
		});

		it('shows the next step wherever it shows an error, and leads what fails to where it is shown', () => {
			const says = (each: INode, pattern: RegExp) =>
				textsIn(each.parameters).some((text) => pattern.test(text));
			const saysNextStep = (each: INode) => says(each, /\bnext_step\b/);
			const showing = nodes.filter((each) => !isNote(each) && says(each, SHOWN_ERROR));
			expect(showing.filter((each) => !saysNextStep(each)).map((each) => each.name)).toEqual([]);
			const outputs = nodes
				.filter((each) => isOurs(each) && each.onError === 'continueErrorOutput')
				.map((each) => behind(workflow, workflow.connections[each.name]?.main?.at(-1) ?? []));
			expect(outputs.filter((reached) => !reached.some((each) => saysNextStep(byName.get(each)!)))).toEqual(
				[],
			);
		});

		it('names itself after what it does, and each node once', () => {
			expect(name).toMatch(/^(Documents|Invoices|Receipts): [\w (),]+$/);
			expect(name.length).toBeLessThanOrEqual(60);
			expect(byName.size).toBe(nodes.length);
		});

		it('holds no credential and no data of anybody', () => {
			const text = readFileSync(join(REPOSITORY, workflow.path), 'utf8');
			const credentials = nodes.flatMap((each) => Object.values(each.credentials ?? {}));
			expect(credentials.map(({ id }) => id).filter(Boolean)).toEqual([]);
			expect(text).not.toMatch(/"(versionId|instanceId|shared|homeProject)"/);
			const mails = [...text.matchAll(/[\w.-]+@[\w.-]+\.\w+/g)].map(([mail]) => mail);
			expect(mails.filter((mail) => !mail.endsWith('@example.com'))).toEqual([]);
			const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host!);
			expect(hosts.filter((host) => !/(^|\.)example\.com$|^(docs|drive)\.google\.com$/.test(host))).toEqual(
				[],
			);
		});

		it('lies on the grid, and nothing covers anything', () => {
			const off = nodes.filter(({ position }) => position.some((value) => value % GRID !== 0));
			expect(off.map((each) => each.name)).toEqual([]);
			const covered = nodes.flatMap((one, index) =>
				nodes
					.slice(index + 1)
					.filter((other) => overlap(boxOf(one), boxOf(other)))
					.map((other) => [one.name, other.name]),
			);
			expect(covered).toEqual([]);
		});

		it('runs in straight lines from left to right', () => {
			const links = linksOf(workflow);
			const outOf = (from: string) => links.filter(([other]) => other === from);
			const into = (to: string) => links.filter(([, , other]) => other === to);
			const bent = links.filter(([from, , to]) => {
				const [start, end] = [byName.get(from)!, byName.get(to)!];
				// Back to the head of a loop.
				if (end.position[0] <= start.position[0]) return into(to).length < 2;
				const isOnlyLink = outOf(from).length === 1 && into(to).length === 1;
				return isOnlyLink && middleOf(workflow, start) !== middleOf(workflow, end);
			});
			expect(bent).toEqual([]);
		});
	},
);

describe('examples/README.md', () => {
	const entries = galleryEntries();

	it('lists every example by its name, and no other', () => {
		expect(entries.map(({ name, path }) => [name, path]).sort()).toEqual(
			EXAMPLE_WORKFLOWS.map(({ name, path }) => [name, path]).sort(),
		);
	});

	it('shows a picture of the canvas of each, and every picture that there is', () => {
		const ownPicture = ({ path }: GalleryEntry) =>
			path.replace('examples/', 'docs/images/').replace('.json', '.png');
		expect(entries.filter((entry) => entry.picture !== ownPicture(entry))).toEqual([]);
		expect(entries.map(ownPicture).sort()).toEqual(filesOf('docs/images/workflows', '.png').sort());
	});

	it('has few sections, whose names n8n takes as tags', () => {
		const sections = new Set(entries.map(({ section }) => section));
		expect(sections.size).toBeLessThanOrEqual(7);
		expect([...sections].filter((section) => section.length > 24)).toEqual([]);
	});
});

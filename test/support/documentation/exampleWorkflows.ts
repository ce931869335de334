import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IConnection, IConnections, INode } from 'n8n-workflow';
import { filesOf, REPOSITORY } from '../repository';

export interface ExampleWorkflow {
	/** The name of its file, without the ending. */
	file: string;
	/** From the repository's root. */
	path: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
}

/** The workflows that a reader can import. */
export const EXAMPLE_WORKFLOWS: ExampleWorkflow[] = filesOf('examples/workflows', '.json').map((path) => ({
	file: basename(path, '.json'),
	path,
	...(JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as Omit<ExampleWorkflow, 'file' | 'path'>),
}));

/** What `examples/README.md` says about an example. */
export interface GalleryEntry {
	/** The heading that it stands below. */
	section: string;
	name: string;
	/** From the repository's root, as that of its picture. */
	path: string;
	picture: string | undefined;
}

export function galleryEntries(): GalleryEntry[] {
	const page = readFileSync(join(REPOSITORY, 'examples', 'README.md'), 'utf8');
	return page.split(/^## /m).flatMap((part) =>
		[...part.matchAll(/^\| \[(.+?)\]\((workflows\/[\w/-]+\.json)\)(.*)$/gm)].map(([, name, path, rest]) => ({
			section: part.split('\n')[0]!,
			name: name!,
			path: `examples/${path}`,
			picture: /!\[.+?\]\(\.\.\/(docs\/images\/workflows\/.+?\.png)\)/.exec(rest!)?.[1],
		})),
	);
}

export const isNote = ({ type }: INode): boolean => type === 'n8n-nodes-base.stickyNote';

export interface Note {
	content: string;
	width: number;
	height: number;
	/** None is yellow. */
	color?: number;
}

export const noteOf = ({ parameters }: INode): Note => parameters as unknown as Note;

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The square of a node on the canvas, and the room below for its name. An agent is wider than the others. */
const NODE = { width: 96, agentWidth: 256, height: 96, name: 48, nameBeside: 24 };

/** What a node covers on the canvas, with its name. */
export function boxOf(node: INode): Box {
	const [left, top] = node.position;
	if (isNote(node)) {
		const { width, height } = noteOf(node);
		return { left, top, right: left + width, bottom: top + height };
	}
	const width = node.type.endsWith('.agent') ? NODE.agentWidth : NODE.width;
	return {
		left: left - NODE.nameBeside,
		top,
		right: left + width + NODE.nameBeside,
		bottom: top + NODE.height + NODE.name,
	};
}

export const overlap = (one: Box, other: Box): boolean =>
	one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The main connections: from which node, by which output, to which node. */
export const linksOf = ({
	connections,
}: ExampleWorkflow): Array<[from: string, output: number, to: string]> =>
	Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((targets, output) =>
			(targets ?? []).map(({ node }): [string, number, string] => [from, output, node]),
		),
	);

/** Where the lines to a node arrive: n8n makes a node higher from its third output on. */
export function middleOf(workflow: ExampleWorkflow, { name, position: [, top] }: INode): number {
	const outputs = linksOf(workflow).filter(([from]) => from === name);
	const last = Math.max(0, ...outputs.map(([, output]) => output));
	return top + (NODE.height + 32 * Math.max(0, last - 1)) / 2;
}

/** The names of all nodes that these connections lead to. */
export function behind(workflow: ExampleWorkflow, connections: IConnection[] | null): string[] {
	const reached = new Set(connections?.map(({ node }) => node));
	// A set goes on with what is added meanwhile.
	for (const name of reached)
		for (const [from, , to] of linksOf(workflow)) if (from === name) reached.add(to);
	return [...reached];
}

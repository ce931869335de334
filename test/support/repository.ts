import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const REPOSITORY = path.join(__dirname, '..', '..');

export const MANIFEST = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
	version: string;
	files: string[];
	scripts: Record<string, string>;
	keywords: string[];
	n8n: { n8nNodesApiVersion: number; nodes: string[]; credentials: string[] };
} & Record<string, unknown>;

/** The paths, from the repository's root, of the files of a folder that end in `ending`, in alphabetical order. */
export const filesOf = (folder: string, ending: string): string[] =>
	readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
		.sort();

/** Where the build puts what is compiled from a source file. */
export const compiled = (source: string): string => `dist/${source.replace(/\.ts$/, '.js')}`;

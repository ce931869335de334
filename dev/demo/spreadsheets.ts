import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { IBinaryData } from 'n8n-workflow';
import type { Engine } from '../engine';

/** Writes the files into the folder, numbered from the second one on. Returns their paths. */
export async function saveFiles(engine: Engine, files: IBinaryData[], folder: string): Promise<string[]> {
	await mkdir(folder, { recursive: true });
	const paths: string[] = [];
	for (const [index, file] of files.entries()) {
		const { name, ext } = parse(file.fileName ?? 'rows.xlsx');
		const path = join(folder, `${name}${index === 0 ? '' : ` (${index + 1})`}${ext}`);
		await pipeline(await engine.binaryStream(file), createWriteStream(path));
		paths.push(path);
	}
	return paths;
}

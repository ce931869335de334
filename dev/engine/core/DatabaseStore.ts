import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import type { BinaryData } from 'n8n-core';

interface StoredFile {
	data: Buffer;
	metadata: BinaryData.PreWriteMetadata;
}

/**
 * Stands in for n8n's database store, which is part of its server: files are held whole, a stream of one is a
 * single chunk whatever chunk size was asked for, and there is no path on disk.
 */
export class DatabaseStore implements BinaryData.Manager {
	private readonly files = new Map<string, StoredFile>();

	async init(): Promise<void> {}

	clear(): void {
		this.files.clear();
	}

	async store(
		_location: BinaryData.FileLocation,
		content: Buffer | Readable,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		const data = Buffer.isBuffer(content) ? content : await readAll(content);
		return this.keep({ data, metadata });
	}

	async copyByFilePath(
		_location: BinaryData.FileLocation,
		path: string,
		metadata: BinaryData.PreWriteMetadata,
	): Promise<BinaryData.WriteResult> {
		return this.keep({ data: await readFile(path), metadata });
	}

	async copyByFileId(_location: BinaryData.FileLocation, fileId: string): Promise<string> {
		return this.keep(this.file(fileId)).fileId;
	}

	async rename(oldFileId: string, newFileId: string): Promise<void> {
		this.files.set(newFileId, this.file(oldFileId));
		this.files.delete(oldFileId);
	}

	getPath(fileId: string): string {
		return `database://${fileId}`;
	}

	async getAsBuffer(fileId: string): Promise<Buffer> {
		return this.file(fileId).data;
	}

	async getAsStream(fileId: string): Promise<Readable> {
		return Readable.from(this.file(fileId).data);
	}

	async getMetadata(fileId: string): Promise<BinaryData.Metadata> {
		const { data, metadata } = this.file(fileId);
		return { ...metadata, fileSize: data.length };
	}

	private keep(file: StoredFile): BinaryData.WriteResult {
		const fileId = randomUUID();
		this.files.set(fileId, file);
		return { fileId, fileSize: file.data.length };
	}

	private file(fileId: string): StoredFile {
		const file = this.files.get(fileId);
		if (!file) throw new Error(`The database store has no file "${fileId}"`);
		return file;
	}
}

import { isServiceError, ServiceError } from '../api/errors/ServiceError';

interface SourceFile {
	sessionName: string;
	itemIndex: number;
}

function namedIn(details: Record<string, unknown> | null | undefined): unknown[] {
	const names = details?.file_names ?? details?.file_name ?? [];
	return Array.isArray(names) ? names : [names];
}

/** Adds to the failure of an extraction the input item it is about: that of the files it names, else the only one there is. */
export function withItemIndex(error: unknown, files: SourceFile[]): unknown {
	if (!isServiceError(error) || error.failure.itemIndex !== undefined) return error;
	const names = namedIn(error.failure.details);
	const named = files.filter(({ sessionName }) => names.includes(sessionName));
	const [itemIndex, ...others] = new Set((named.length > 0 ? named : files).map((file) => file.itemIndex));
	return others.length > 0 ? error : new ServiceError({ ...error.failure, itemIndex });
}

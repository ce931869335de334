import type { IExecuteFunctions } from 'n8n-workflow';
import { LIMITS } from '../api/limits';
import type { Terms } from '../extraction/request/compare';
import { batchId, contentId, digestsOf, derivedId, filesIdentity } from '../extraction/request/identity';
import {
	byDigest,
	byPlace,
	copiesOf,
	distinctFiles,
	sessionFiles,
	sessionFilesByContents,
	sessionFilesInAnyOrder,
} from '../extraction/request/sessionFiles';
import type { Batch } from '../extraction/run/batch';
import type { InputFile, SessionFile } from '../files/input/InputFile';
import { runIdentity } from './execution';
import { getOrAdd, inPieces } from '../shared/json';

/** The ID of a request: the user's own as it is sent, or what it is made of. */
export type IdChoice = { from: 'execution' | 'files' } | { from: 'own'; id: string };

/** Splits files, in their order, into batches that each fit into one upload session. A file over the limit stands alone. */
export const splitIntoBatches = <T extends { bytes: number }>(
	files: T[],
	limits = { files: LIMITS.sessionFiles as number, bytes: LIMITS.sessionBytes as number },
): T[][] => inPieces(files, ({ bytes }) => bytes, limits.bytes, limits.files);

/** A request for files of a group. */
export interface GroupRequest<G, R = Terms> {
	group: G;
	batch: Batch<R>;
	/** Files of this group and of others that are not sent, because a file of the batch has the same bytes. */
	copies: InputFile[];
}

/**
 * The requests of some groups. Groups whose requests have the same ID share one, at the first of them: the same documents with the same
 * questions give their rows once.
 */
export function requestsOf<G extends { files: InputFile[] }, R extends Terms | undefined>(
	context: IExecuteFunctions,
	groups: G[],
	choiceOf: (group: G) => IdChoice,
	requestOf: (group: G, files: SessionFile[]) => R,
): Array<GroupRequest<G, R>> {
	const byId = new Map<string, GroupRequest<G, R>>();
	for (const group of groups) {
		const { files } = group;
		for (const batch of batchesOf(context, files, choiceOf(group), (sent) => requestOf(group, sent))) {
			const request = getOrAdd(byId, batch.id, () => ({ group, batch, copies: [] }));
			if (batch.idFrom === 'files') request.copies.push(...copiesOf(request.batch.files, files));
		}
	}
	return [...byId.values()];
}

/**
 * Cuts files into batches, each with an ID by which the next run finds it again. If the ID is made of the files, the same bytes are sent
 * once, and the order of the digests decides which files go together: a file that has moved changes no batch.
 *
 * @param requestOf what is asked about the files of a batch, in the order of the input; nothing if they are only uploaded
 */
function batchesOf<R extends Terms | undefined>(
	context: IExecuteFunctions,
	all: InputFile[],
	choice: IdChoice,
	requestOf: (files: SessionFile[]) => R,
): Array<Batch<R>> {
	const ofContents = (chosen: InputFile[]): Batch<R> => {
		const files = sessionFilesByContents(chosen);
		const request = requestOf([...files].sort(byPlace));
		const id = contentId(digestsOf(files), request);
		return { id, idFrom: 'files', files, request, ofOnly: ofContents };
	};
	const { from } = choice;
	if (from === 'files') return splitIntoBatches(byDigest(distinctFiles(all))).map(ofContents);
	return splitIntoBatches(all).map((chosen, index) => {
		const files = from === 'execution' ? sessionFiles(chosen) : sessionFilesInAnyOrder(chosen);
		const request = requestOf(files);
		if (from === 'own') return { id: batchId(choice.id, index + 1), idFrom: from, files, request };
		return { id: derivedId(runIdentity(context), index + 1, filesIdentity(files)), files, request };
	});
}

import type { FastifyInstance } from 'fastify';
import { ApiError, invalidInput, type Issue } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { submission, type Submission } from '../../http/submissionSchema';
import { refuseAnotherRequest } from '../../newer';
import { begin, fail } from '../../processing/transitions';
import { credits, type ApiKey } from '../../state/Accounts';
import { DEFAULT_OPTIONS, type Extraction } from '../../state/extraction';
import { newExtraction } from '../../state/newExtraction';
import { takePlan } from '../../state/plan';
import type { StoredFile } from '../../state/Sessions';
import type { World } from '../../world';

/** The completed files a submission names. Throws `INVALID_INPUT` with an issue for each that is not one. */
function completedFiles(
	world: World,
	key: ApiKey,
	{ upload_session_id, file_ids }: Submission,
): StoredFile[] {
	const session = world.sessions.find(key.account, upload_session_id);
	if (!session)
		throw invalidInput({ message: 'there is no such upload session', path: ['upload_session_id'] });
	const issues: Issue[] = [];
	const files = file_ids.flatMap((id, index) => {
		const file = session.files.get(id);
		const refuse = (message: string) => issues.push({ message, path: ['file_ids', index] });
		if (!file) refuse('is not a file of this upload session');
		else if (file.state !== 'completed') refuse('names a file that is not completed');
		return file ?? [];
	});
	if (issues.length > 0) throw invalidInput(...issues);
	return files;
}

function accept(world: World, key: ApiKey, body: Submission): Extraction {
	const files = completedFiles(world, key, body);
	const fileNames = files.map((file) => file.fileName);
	const extraction = newExtraction(key, {
		sequence: world.extractions.nextSequence(),
		submissionId: body.submission_id,
		taskName: body.task_name,
		createdAt: world.clock.now(),
		submissionMethod: 'api',
		files,
		fileNames,
		filesUploadedAt: Math.max(...files.map((file) => file.completedAt)),
		outputStructure: body.output_structure,
		prompt: body.prompt,
		options: { ...DEFAULT_OPTIONS, ...key.account.preferences, ...body.options },
		plan: takePlan(world.plans, fileNames),
		request: body,
	});
	for (const file of files) file.usedBy.add(extraction.id);
	world.extractions.add(extraction);
	if (isBusy(world, extraction)) fail(world, extraction, { code: 'CONCURRENT_TASK_LIMIT' });
	else {
		reserve(extraction);
		begin(world, extraction);
	}
	return extraction;
}

/** Whether as many others of the account are processing as may be at once. */
function isBusy({ settings, extractions }: World, { account, id }: Extraction): boolean {
	if (settings.concurrentLimit === Infinity) return false;
	const others = extractions.all().filter((other) => other.account === account && other.id !== id);
	return others.filter(({ status }) => status === 'processing').length >= settings.concurrentLimit;
}

/** Reserves a credit per file (the pages are not known yet); where there are too few, the extraction is bound to fail. */
function reserve(extraction: Extraction): void {
	const { account, files } = extraction;
	if (account.balance - account.reserved < files.length) {
		const details = { credits_required: files.length, ...credits(account) };
		extraction.plan = { ...extraction.plan, fail: { code: 'INSUFFICIENT_CREDITS', details } };
		extraction.refused = true;
		return;
	}
	extraction.reserved = files.length;
	account.reserved += files.length;
}

function refuseWhilePaused({ paused, clock }: World): void {
	if (!paused || paused.until <= clock.now()) return;
	// "When present, is the expected UTC resume time": a pause that nobody expects has none.
	const details = paused.isTold ? { resumes_at: new Date(paused.until).toISOString() } : null;
	throw new ApiError('SUBMISSIONS_PAUSED', details);
}

/** POST /extractions */
export function submitRoute(app: FastifyInstance, world: World): void {
	endpoint(app, world, 'POST /extractions', { body: submission }, ({ body, key, reply }) => {
		const existing = world.extractions.ofSubmission(key.account, body.submission_id);
		if (existing?.request && world.settings.newer) refuseAnotherRequest(existing.id, existing.request, body);
		if (!existing) refuseWhilePaused(world);
		const extraction = existing ?? accept(world, key, body);
		reply.code(202);
		return { success: true, extraction_id: extraction.id, submission_state: 'received' };
	});
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../../api/account';
import { attempt } from '../../shared/attempt';

/** A node has no store, so what was entered stands in the address of the page. A proxy may refuse a longer one. */
const LONGEST_DRAFT = 3000;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derived from the API key and the execution, so that it outlives a restart, is the same in every process of n8n, and opens no draft of
 * another execution.
 *
 * @throws when the credential cannot be used
 */
async function draftKey(context: IWebhookFunctions): Promise<Buffer> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(CREDENTIAL_TYPE);
	const about = `draft ${context.getExecutionId()} ${context.getNode().id}`;
	return Buffer.from(hkdfSync('sha256', String(apiKey), '', about, 32));
}

/**
 * What was entered, as a text for an address. It is encrypted: logs and the history of a browser show nothing of it, and nobody can alter
 * it.
 *
 * @returns what keeps it from being one: it is too long, or there is no key
 */
export async function sealDraft(
	context: IWebhookFunctions,
	entries: Iterable<[string, string]>,
): Promise<{ draft: string } | 'savedLong' | 'savedNot'> {
	const key = await attempt(async () => await draftKey(context));
	if (!key.ok) return 'savedNot';
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, key.value, iv);
	const sealed = Buffer.concat([cipher.update(JSON.stringify([...entries])), cipher.final()]);
	const draft = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
	return draft.length <= LONGEST_DRAFT ? { draft } : 'savedLong';
}

/** What a draft holds. One that was made elsewhere, or altered, holds nothing. */
export async function openDraft(context: IWebhookFunctions, draft: string): Promise<Map<string, string>> {
	const opened = await attempt(async () => {
		const bytes = Buffer.from(draft, 'base64url');
		const decipher = createDecipheriv(CIPHER, await draftKey(context), bytes.subarray(0, IV_BYTES));
		decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
		const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
		return new Map(JSON.parse(text.toString()) as Array<[string, string]>);
	});
	return opened.ok ? opened.value : new Map();
}

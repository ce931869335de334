import { ApiError } from '../errors';
import type { ExtractionOptions } from './options';

/** The options that are account preferences. */
export type Preferences = Partial<
	Pick<ExtractionOptions, 'output_language' | 'review_needed_fill_color' | 'affected_field_fill_color'>
>;

export type Role = 'member' | 'admin' | 'none';
export type KeyState = 'active' | 'expired' | 'revoked';

/** Who pays and owns. Everyone with a role other than 'none' is in the sandbox's one team. */
export interface Account {
	role: Role;
	email: string | null;
	/** Credits, paid plus free. */
	balance: number;
	/** Credits held by extractions in progress. */
	reserved: number;
	/** Options that hold where a submission does not say otherwise. */
	preferences: Preferences;
}

export interface ApiKey {
	/** A name for logs and records that is not the key. */
	keyId: string;
	state: KeyState;
	account: Account;
}

export interface AddKey {
	key: string;
	state?: KeyState;
	role?: Role;
	email?: string | null;
	credits?: number;
	preferences?: Preferences;
	/** An existing key whose account the new one shares. */
	accountOf?: string;
}

export class Accounts {
	private readonly keys = new Map<string, ApiKey>();

	constructor(
		private readonly ownKey: string,
		private readonly defaultCredits: number,
	) {
		this.addKey({ key: ownKey, state: 'active' });
	}

	/** Adds a key with an account of its own (or `accountOf`'s), or changes what is given of an existing key. */
	addKey(input: AddKey): ApiKey {
		const entry = this.keys.get(input.key) ?? {
			keyId: `key_${this.keys.size + 1}`,
			state: 'active' as const,
			account: input.accountOf
				? this.keyOf(input.accountOf).account
				: { role: 'none' as const, email: null, balance: this.defaultCredits, reserved: 0, preferences: {} },
		};
		if (input.state) entry.state = input.state;
		if (input.role) entry.account.role = input.role;
		if (input.email !== undefined) entry.account.email = input.email;
		if (input.preferences) entry.account.preferences = input.preferences;
		if (input.credits !== undefined) entry.account.balance = input.credits;
		this.keys.set(input.key, entry);
		return entry;
	}

	/** The key a control call names, the sandbox's own by default. Throws when it was never added. */
	keyOf(key = this.ownKey): ApiKey {
		const found = this.keys.get(key);
		if (!found) throw new Error('no such key');
		return found;
	}

	/** The key behind an `Authorization` header. Throws the contract's three 401 codes. */
	authenticate(header: string | undefined): ApiKey {
		const found = this.keys.get(/^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '');
		if (!found) throw new ApiError('UNAUTHENTICATED');
		if (found.state === 'expired') throw new ApiError('API_KEY_EXPIRED');
		if (found.state === 'revoked') throw new ApiError('API_KEY_REVOKED');
		return found;
	}
}

/** The balance fields as every response shows them. */
export const credits = ({ balance, reserved }: Account) => ({
	credits_balance: balance,
	credits_reserved: reserved,
});

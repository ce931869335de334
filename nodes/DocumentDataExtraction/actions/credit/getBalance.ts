import { getCreditBalance } from '../../api/endpoints/credits';
import { type Operation, perItem } from '../operation';

export const getBalance: Operation = {
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get credit balance',
	description: 'Get the credits of the account: total, reserved by running extractions, and available',
	properties: [],
	execute: perItem(async ({ api }) => {
		const { credits_balance, credits_reserved } = await getCreditBalance(api);
		const isKnown = typeof credits_reserved === 'number';
		return {
			credits_balance,
			credits_reserved: credits_reserved ?? null,
			credits_available: isKnown ? credits_balance - credits_reserved : null,
		};
	}),
};

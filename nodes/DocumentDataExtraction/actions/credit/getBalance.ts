import { getCreditBalance } from '../../api/endpoints/credits';
import { type Operation, perItem } from '../operation';
import { creditsAvailable } from '../../api/errors/serviceWords';

export const getBalance: Operation = {
	name: 'Get Balance',
	value: 'getBalance',
	action: 'Get credit balance',
	description: 'Get the credits of the account: total, reserved by running extractions, and available',
	properties: [],
	execute: perItem(async ({ api }) => {
		const told = await getCreditBalance(api);
		const { credits_balance, credits_reserved } = told;
		return {
			credits_balance,
			credits_reserved: credits_reserved ?? null,
			credits_available: creditsAvailable(told),
		};
	}),
};

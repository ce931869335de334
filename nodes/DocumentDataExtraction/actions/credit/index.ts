import type { Resource } from '../operation';
import { getBalance } from './getBalance';

export const credit: Resource = {
	name: 'Credit',
	value: 'credit',
	operations: [getBalance],
};

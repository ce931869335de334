import { readChosen } from '../../../parameters/choices';
import type { Operation } from '../../operation';
import { createProperties } from './properties';
import { createFromItems } from './fromItems';
import { createFromList } from './fromList';

export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create upload session',
	description: 'Register files by name and size, to upload their parts one by one',
	properties: createProperties,
	async execute(run) {
		const fromItems = readChosen(run.context, 0, 'filesFrom', createProperties) === 'items';
		return fromItems ? await createFromItems(run) : await createFromList(run);
	},
};

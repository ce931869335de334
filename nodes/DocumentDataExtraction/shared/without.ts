/** A copy of an object without some of its fields. */
export const without = <T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field as K))) as Omit<T, K>;

/** What a cell says. A number and a text that look the same say the same; an empty cell says nothing. */
export const cellText = (value: unknown): string => {
	if (typeof value === 'string') return value.trim();
	if (value === null || value === undefined) return '';
	return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
};

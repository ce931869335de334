/** A document that was sent to a workflow, and what its execution gave back. */
export interface Sent {
	/** The numbers of its invoices. */
	numbers: string[];
	/** The invoice numbers of the rows; undefined while the execution is under way. */
	rows?: string[];
	/** Why there are none. */
	failure?: string;
}

/** An extraction in the service's books. */
export interface Booked {
	extraction_id: string;
	status: string;
	row_count: number | null;
	charges: unknown[];
}

/** The items of one extraction in one execution of the trigger. */
export interface Announced {
	extractionId: string;
	items: number;
}

const some = (what: string, found: string[]): string[] =>
	found.length === 0
		? []
		: [`${what}: ${found.slice(0, 5).join(', ')}${found.length > 5 ? `, ${found.length} in all` : ''}`];

/** Everything that is lost, or there twice. Empty if rows out are rows in, each document is charged once, and each extraction is announced once. */
export function booksProblems(sent: Sent[], booked: Booked[], announced: Announced[]): string[] {
	const times = new Map<string, Announced[]>();
	for (const each of announced) times.set(each.extractionId, [...(times.get(each.extractionId) ?? []), each]);
	const completed = booked.filter(({ status }) => status === 'completed');
	const ended = booked.filter(({ status }) => status === 'completed' || status === 'failed');
	const expected = ({ status, row_count }: Booked) => (status === 'completed' ? row_count : 1);
	const id = ({ extraction_id }: Booked) => extraction_id;
	return [
		...some(
			'Executions that failed',
			sent.flatMap(({ numbers, failure }) => (failure ? [`${numbers[0]} (${failure})`] : [])),
		),
		...some(
			'Documents without all of their rows',
			sent.flatMap(({ numbers, rows = [] }) =>
				JSON.stringify([...rows].sort()) === JSON.stringify([...numbers].sort()) ? [] : [numbers.join(' ')],
			),
		),
		...(completed.length === sent.length
			? []
			: [`${completed.length} extractions were completed for ${sent.length} documents`]),
		...some(
			'Extractions that are not charged once',
			completed.filter(({ charges }) => charges.length !== 1).map(id),
		),
		...some('Extractions that never ended', booked.filter((each) => !ended.includes(each)).map(id)),
		...some('Extractions that were not announced', ended.filter((each) => !times.has(id(each))).map(id)),
		...some(
			'Extractions that were announced more than once',
			ended.filter((each) => (times.get(id(each)) ?? []).length > 1).map(id),
		),
		...some(
			'Extractions that were not announced with all of their rows',
			ended.filter((each) => times.get(id(each))?.some(({ items }) => items !== expected(each))).map(id),
		),
	];
}

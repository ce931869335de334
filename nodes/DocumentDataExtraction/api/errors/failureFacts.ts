type FailureDetails = Record<string, unknown>;

const MOST = 10;

const words = (values: unknown[]): string[] =>
	values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

/** Names the first values of a list and counts the others. */
function listValues(values: unknown): string {
	const all = words(Array.isArray(values) ? values : [values]);
	const more = all.length > MOST ? ` and ${all.length - MOST} more` : '';
	return all.slice(0, MOST).join(', ') + more;
}

const files = ({ file_names: names, file_name: name }: FailureDetails): string => listValues(names ?? name);

function credits({
	credits_balance: balance,
	credits_reserved: reserved,
	...details
}: FailureDetails): string {
	if (typeof balance !== 'number' || typeof reserved !== 'number') return '';
	const needed = details.credits_required ?? details.file_count;
	return `${typeof needed === 'number' ? `${needed} needed, ` : ''}${balance - reserved} available`;
}

/** Says which check of the parts failed (`INVALID_COMPLETION_PARTS`: "`details.reason` names the check"), with the parts if the service names them. */
function check({ reason, part_numbers: parts }: FailureDetails): string {
	if (typeof reason !== 'string') return '';
	const named = Array.isArray(parts) ? listValues(parts) : '';
	return [reason.replace(/_/g, ' '), named].filter(Boolean).join(' ');
}

/** `OBJECT_SIZE_MISMATCH` */
function sizes({ declared_size_bytes: declared, actual_size_bytes: actual }: FailureDetails): string {
	if (typeof declared !== 'number' || typeof actual !== 'number') return '';
	return `${declared} bytes were registered, ${actual} bytes arrived`;
}

/** `EXTRACTION_NOT_CANCELLABLE` */
const describeStatus = ({ status: name }: FailureDetails): string =>
	typeof name === 'string' ? `its status is ${name.replace(/_/g, ' ')}` : '';

/** `SUBMISSION_ID_ALREADY_USED` */
function difference({ extraction_id: id, differing_fields: fields }: FailureDetails): string {
	const names = Array.isArray(fields) ? listValues(fields) : '';
	const earlier = typeof id === 'string' ? `it belongs to extraction ${id}` : '';
	return [earlier, names ? `which differs in ${names}` : ''].filter(Boolean).join(', ');
}

/** Says in a few words each what the details of an error contain; '' for each kind of fact that they lack. */
export const factsIn = (details: FailureDetails): string[] =>
	[files, credits, check, sizes, describeStatus, difference].map((fact) => fact(details));

import { errorText, type ErrorText } from './ErrorText';
import { LOCAL_CODES } from './ServiceError';
import { AS_ITEMS, IN_A_FORM } from './stepForTool';

/** What the ID spares a user who set one. */
export const SENT_BEFORE = 'If you set a Submission ID, files that are already uploaded are not sent again.';

/** How to answer the questions of an extraction. */
export const HOW_TO_ANSWER = `Answer with Answer: Submit${IN_A_FORM} and the extraction ID, or in the dashboard.`;

/** A sentence and a next step for each failure between the service and this package. */
export const LOCAL_TEXTS: Readonly<Record<string, ErrorText>> = {
	[LOCAL_CODES.connection]: errorText(
		'The service could not be reached',
		'Check the Base URL of the credential and the network of this n8n, then run again.',
		true,
	),
	[LOCAL_CODES.timeout]: errorText(
		'The service did not respond in time',
		'Run again. If it happens every time, check the network of this n8n.',
		true,
	),
	[LOCAL_CODES.notTheApi]: errorText(
		'Something other than the service responded',
		'Check the Base URL of the credential. It must be the API URL from the dashboard and end in /v1. A proxy or firewall may have responded instead.',
	),
	[LOCAL_CODES.unreadable]: errorText(
		'The response of the service could not be read',
		'Run again. If it happens every time, update this node, because the service may have changed.',
		true,
	),
	[LOCAL_CODES.unknown]: errorText(
		'The service reported an error',
		'Read the message of the service. If it says nothing, run again in a few minutes.',
	),
	[LOCAL_CODES.storageRefused]: errorText(
		'The file storage of the service refused the transfer',
		'Run again. If it happens every time, check whether a proxy changes or refuses requests to the host named in the message.',
	),
	[LOCAL_CODES.urlExpired]: errorText(
		'The file storage of the service refused the URL for the transfer',
		'Run again, because each run requests fresh URLs. If it happens every time, a proxy or firewall refuses the host named in the message. Allow it for this n8n.',
		true,
	),
	[LOCAL_CODES.cancelled]: errorText('The execution was stopped', `Run again to continue. ${SENT_BEFORE}`),
	[LOCAL_CODES.extractionCancelled]: errorText(
		'The extraction was cancelled',
		'Pages that were already processed are charged. To extract the documents anyway, submit them with a new Submission ID, or turn on the option Extract Again of Extract Documents.',
	),
	[LOCAL_CODES.waitExceeded]: errorText(
		'The extraction did not finish within the maximum wait',
		'It continues on the service. Wait and Get Rows with its extraction ID collect the rows at no cost.',
		true,
	),
	[LOCAL_CODES.questionsOpen]: errorText(
		'The service asks something that it has no recommendation for',
		`${HOW_TO_ANSWER} Get Rows then collects the rows at no cost. ${AS_ITEMS}`,
	),
	[LOCAL_CODES.pagesFailed]: errorText(
		'Some pages could not be read',
		'Check these pages. Get Rows with the extraction ID outputs the rows of the other pages at no cost. To continue without the failed pages, set the option If Pages Fail to Continue.',
	),
	[LOCAL_CODES.columnUnknown]: errorText(
		'The rows cannot be grouped into invoices',
		'Correct Group By or Header Columns, or leave them empty. Get Rows with the Output Invoices with Lines groups the rows of the same extraction at no cost.',
	),
	[LOCAL_CODES.storeFailed]: errorText(
		'n8n could not store a file',
		'Check where this n8n keeps binary data. The disk may be full, or the storage may be unreachable. Then run again.',
	),
	[LOCAL_CODES.extractionUnknown]: errorText(
		'The service does not know the extraction that it started for these files',
		'Use Get Many to check whether it is listed. If it is, Get Rows with its ID outputs its rows at no cost. If not, run again. If that fails the same way and you set a Submission ID, use a new one.',
		true,
	),
	[LOCAL_CODES.fileLost]: errorText(
		'The service lost a file that was uploaded',
		'Run again. If it happens every time, remove this file. If you set a Submission ID, a new one may also help.',
		true,
	),
	[LOCAL_CODES.fileUnreadable]: errorText(
		'A file could not be read from the binary data of n8n',
		'Run the workflow again from the node that brought the file. Its binary data may have been deleted.',
	),
};

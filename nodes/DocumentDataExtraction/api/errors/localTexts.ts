import { stepText, type Step, type Situation } from '../../shared/problems';
import { inMegabytes, LIMITS } from '../limits';
import { LOCAL_CODES } from './ServiceError';

/** What users read about an error code. */
export interface ErrorText {
	/** What happened, in the user's words. */
	message: string;
	/** What to do first, whatever else is known. */
	first: Step;
	/** How to run again. It is left out once more is known of the extraction or its ID: the node then says what running again costs. */
	again: Step;
	/** What to do if that does not help. */
	last: Step;
	/** Whether a run with the same ID would end in the same way. */
	endsSame?: true;
	/** Whether it says by itself how to get the rows, or there are none. */
	saysAll?: true;
	/** Whether there is nothing to run again: the rows are there. */
	asksNoRun?: true;
	/** Whether what is to be corrected makes other requests of all that is sent with it. */
	changesAll?: true;
}

/** The text of a failure that asks for something else than to run again. */
export const errorText = (message: string, first: Step, more: Partial<ErrorText> = {}): ErrorText => ({
	message,
	first,
	again: '',
	last: '',
	...more,
});

/** The text of a failure after which something has to be put right. */
export const toCorrect = (message: string, remedy: string): ErrorText =>
	errorText(message, `${remedy}.`, { again: 'Then run again.' });

/** The text of a failure after which one runs again. @param last what to look at if that does not help */
export const toRepeat = (message: string, again: Step, last: Step = ''): ErrorText =>
	errorText(message, '', { again, last });

/** How to get another ID than the one that led to a failure. */
export function newId({ idFrom, isTool }: Situation): string {
	if (idFrom === 'own') return 'use a new Submission ID for this request alone';
	if (idFrom === undefined) return 'use a new ID if you set one';
	return isTool
		? 'call again with other words in the prompt'
		: 'for this request alone, set the option Prevent Duplicates By to My Own ID with an ID that no request has had';
}

/** How to extract documents again. A new execution passes over what earlier ones left cancelled or expired under the ID of the files. */
export const atNewCost: Step = (how) =>
	how.isTool
		? 'If the user agrees to pay again, extract the documents with other words in the prompt.'
		: `To extract the original documents again, at new cost, extract them in a new execution, some seconds later${how.idFrom === 'files' ? '' : `, and ${newId(how)}`}.`;

export const CHECK_BASE_URL =
	'Check the Base URL of the credential. It must be the API URL from the dashboard and end in /v1.';

/** How to answer the questions of an extraction. */
export const howToAnswer = (isTool = false): string =>
	`Answer with Answer: Submit${isTool ? '' : ' or Answer: Ask in a Form'} and the extraction ID, or in the dashboard.`;

const IN_A_PRIVATE_WINDOW =
	'Open the link in a private window of your browser. It must open the file without a sign-in.';

/** Adds how to get a file that no link brings. A tool takes files from nowhere else. */
const orOtherwise =
	(step: Step): Step =>
	(how) =>
		`${stepText(step, how)}${how.isTool ? '' : ' Or download the file with the node of its service, and set Input Files to All Files.'}`;

/** A sentence and a next step for each failure between the service and this package. */
export const LOCAL_TEXTS: Readonly<Record<string, ErrorText>> = {
	[LOCAL_CODES.connection]: toCorrect(
		'The service could not be reached',
		'Check the Base URL of the credential and the network of this n8n',
	),
	[LOCAL_CODES.timeout]: toRepeat(
		'The service did not respond in time',
		'Run again.',
		'If it happens every time, check the network of this n8n.',
	),
	[LOCAL_CODES.notTheApi]: errorText(
		'Something other than the service responded',
		`${CHECK_BASE_URL} A proxy or firewall may have responded instead.`,
	),
	[LOCAL_CODES.unreadable]: toRepeat(
		'The response of the service could not be read',
		'Run again.',
		'If it happens every time, update this node, because the service may have changed.',
	),
	[LOCAL_CODES.unknown]: errorText('The service reported an error', 'Read the message of the service.', {
		again: 'If it says nothing, run again in a few minutes.',
	}),
	[LOCAL_CODES.storageRefused]: toRepeat(
		'The file storage of the service refused the transfer',
		'Run again.',
		'If it happens every time, check whether a proxy changes or refuses requests to the host named in the message.',
	),
	[LOCAL_CODES.urlExpired]: toRepeat(
		'The file storage of the service refused the URL for the transfer',
		'Run again, because each run requests fresh URLs.',
		'If it happens every time, a proxy or firewall refuses the host named in the message. Allow it for this n8n.',
	),
	[LOCAL_CODES.cancelled]: toRepeat('The execution was stopped', 'Run again to continue.'),
	[LOCAL_CODES.extractionCancelled]: errorText(
		'The extraction was cancelled',
		(how) => `Pages that were already processed are charged. ${stepText(atNewCost, how)}`,
		{ endsSame: true },
	),
	[LOCAL_CODES.waitExceeded]: toRepeat(
		'The extraction did not finish within the maximum wait',
		'It continues on the service. Wait and Get Rows with its extraction ID collect the rows at no cost.',
	),
	[LOCAL_CODES.questionsOpen]: errorText(
		'The service asks something that it has no recommendation for',
		({ isTool }) =>
			`${howToAnswer(isTool)} Get Rows then collects the rows at no cost.${isTool ? '' : ' To get questions as items, set the option If the Service Is Unsure to Ask Me (Extra Output).'}`,
		{ saysAll: true },
	),
	[LOCAL_CODES.pagesFailed]: errorText(
		'Some pages could not be read',
		({ idFrom }) =>
			`Check these pages. Get Rows with the extraction ID outputs the rows of the other pages at no cost. To have these pages read, send a better file alone${idFrom === 'files' ? '' : ', with a new ID if you set one'}: together with others it is a new request, which charges them again. For later runs, the option If Pages Fail can continue without failed pages.`,
		{ endsSame: true, asksNoRun: true },
	),
	[LOCAL_CODES.columnUnknown]: errorText(
		'The rows cannot be grouped into invoices',
		'Correct Group By or Header Columns, or leave them empty. Get Rows with the Output Invoices with Lines groups the rows of the same extraction at no cost.',
	),
	[LOCAL_CODES.storeFailed]: toCorrect(
		'n8n could not store a file',
		'Check where this n8n keeps binary data, because the disk may be full or the storage unreachable',
	),
	[LOCAL_CODES.extractionUnknown]: errorText(
		'The service does not know the extraction that it started for these files',
		'Use Get Many to check whether it is listed. If it is, Get Rows with its ID outputs its rows at no cost. If not:',
		{
			again: 'Run again, at new cost.',
			last: (how) => `If that fails too, ${newId(how)}.`,
			saysAll: true,
		},
	),
	[LOCAL_CODES.fileLost]: {
		...toRepeat(
			'The service lost a file that was uploaded',
			'Run again. If it happens every time, remove this file.',
		),
		endsSame: true,
	},
	[LOCAL_CODES.heldBack]: errorText(
		'Not sent, because another file of the same request could not be sent',
		'',
		{ endsSame: true },
	),
	[LOCAL_CODES.fileUnreadable]: errorText(
		'A file could not be read from the binary data of n8n',
		'Run the workflow again from the node that brought the file. Its binary data may have been deleted.',
	),

	[LOCAL_CODES.linkNeedsSignIn]: errorText(
		'The link asks for a sign-in',
		orOtherwise(
			'The node sends no credential to a link. Use a shared or signed link that opens without one.',
		),
	),
	[LOCAL_CODES.linkForbidden]: errorText(
		'The link does not allow access to its file',
		orOtherwise(
			`A signed link may have expired. Run the node that creates the links again, right before this one. ${IN_A_PRIVATE_WINDOW}`,
		),
	),
	[LOCAL_CODES.linkNotFound]: errorText(
		'There is no file behind the link',
		'Check the link. The file may have been moved or deleted, or the link may be cut off.',
	),
	[LOCAL_CODES.linkGone]: errorText(
		'The link has expired',
		'Run the node that creates the links again, right before this one. Some links work only for minutes or hours.',
	),
	[LOCAL_CODES.linkBlocked]: errorText(
		'This n8n does not allow requests to this URL',
		orOtherwise('The URL is private or on a list of blocked ones. The administrator of n8n can allow it.'),
	),
	[LOCAL_CODES.linkRedirect]: errorText(
		'The redirects of the link lead to no file',
		orOtherwise(
			`${IN_A_PRIVATE_WINDOW} Use the URL where it ends up. A link that needs a sign-in or a cookie does not work.`,
		),
	),
	[LOCAL_CODES.linkNotAFile]: errorText(
		'The link opens a web page instead of a file',
		orOtherwise(
			`It may be a sign-in page, a notice that the link has expired, or a preview. ${IN_A_PRIVATE_WINDOW} Use the link that downloads the file itself.`,
		),
	),
	[LOCAL_CODES.linkUnsupported]: errorText(
		'The file behind the link is not a PDF, JPG or PNG file',
		'Use links to files of these types, or set the option Unsupported Files to Skip.',
	),
	[LOCAL_CODES.linkEmpty]: errorText(
		'The file behind the link is empty',
		'Check the file where it is stored, and upload it there again.',
	),
	[LOCAL_CODES.linkTooLarge]: errorText(
		'The file behind the link is too large',
		`A PDF may have up to ${inMegabytes(LIMITS.pdfBytes)}, an image up to ${inMegabytes(LIMITS.imageBytes)}. Split or compress it, and use a link to the smaller file.`,
	),
	[LOCAL_CODES.linkFailed]: toRepeat(
		'The file could not be downloaded from the link',
		'Run again.',
		orOtherwise('If it happens every time, check the link and the network of this n8n.'),
	),
};

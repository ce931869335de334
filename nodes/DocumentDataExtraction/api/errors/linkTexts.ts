import { inMegabytes, LIMITS } from '../limits';
import { errorText, type ErrorText } from './ErrorText';
import { LOCAL_CODES } from './ServiceError';

const OTHER_WAY =
	'Or download the file with the node of its service, and set Files to All Files of the Items.';

const IN_A_PRIVATE_WINDOW =
	'Open the link in a private window of your browser: it must give the file without a sign-in.';

/** A sentence and a next step for each thing that may be wrong with a link (Files: From Links). */
export const LINK_TEXTS: Readonly<Record<string, ErrorText>> = {
	[LOCAL_CODES.linkNeedsSignIn]: errorText(
		'The link asks for a sign-in',
		`The node sends no credential to a link. Give a shared or signed link that opens without one. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkForbidden]: errorText(
		'The link gives no access to its file',
		`A signed link may have expired: run the node that makes the links again, just before this one. ${IN_A_PRIVATE_WINDOW} ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkNotFound]: errorText(
		'There is no file behind the link',
		'Check the link: the file may have been moved or deleted, or the link cut off.',
	),
	[LOCAL_CODES.linkGone]: errorText(
		'The link has expired',
		'Run the node that makes the links again, just before this one: some are only good for minutes or hours.',
	),
	[LOCAL_CODES.linkBlocked]: errorText(
		'This n8n does not allow requests to the address',
		`Its administrator can allow the address, which is private or on a list of blocked ones. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkRedirect]: errorText(
		'The redirects of the link lead to no file',
		`${IN_A_PRIVATE_WINDOW} Give the address where it ends up. A link that needs a sign-in or a cookie does not work. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkNotAFile]: errorText(
		'A web page came in place of a file',
		`It may be a sign-in, a notice that the link has expired, or a preview. ${IN_A_PRIVATE_WINDOW} Give the link that downloads the file itself. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkUnsupported]: errorText(
		'The file behind the link is no PDF, JPG or PNG',
		'Give links to files of these types, or turn on the option Skip Unsupported Files.',
	),
	[LOCAL_CODES.linkEmpty]: errorText(
		'The file behind the link is empty',
		'Check the file where it is kept, and upload it there again.',
	),
	[LOCAL_CODES.linkTooLarge]: errorText(
		'The file behind the link is too large',
		`A PDF may have up to ${inMegabytes(LIMITS.pdfBytes)}, an image up to ${inMegabytes(LIMITS.imageBytes)}. Split or compress it, and give a link to the smaller file.`,
	),
	[LOCAL_CODES.linkFailed]: errorText(
		'The file could not be fetched from the link',
		`Run again. If it happens every time, check the link and the network of this n8n. ${OTHER_WAY}`,
		true,
	),
};

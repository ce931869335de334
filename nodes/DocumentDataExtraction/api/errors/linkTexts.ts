import { inMegabytes, LIMITS } from '../limits';
import { errorText, type ErrorText } from './ErrorText';
import { LOCAL_CODES } from './ServiceError';
import { OTHER_WAY } from './stepForTool';

const IN_A_PRIVATE_WINDOW =
	'Open the link in a private window of your browser. It must open the file without a sign-in.';

/** A sentence and a next step for each thing that may be wrong with a link (Input Files: From Links). */
export const LINK_TEXTS: Readonly<Record<string, ErrorText>> = {
	[LOCAL_CODES.linkNeedsSignIn]: errorText(
		'The link asks for a sign-in',
		`The node sends no credential to a link. Use a shared or signed link that opens without one. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkForbidden]: errorText(
		'The link does not allow access to its file',
		`A signed link may have expired. Run the node that creates the links again, right before this one. ${IN_A_PRIVATE_WINDOW} ${OTHER_WAY}`,
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
		`The URL is private or on a list of blocked ones. The administrator of n8n can allow it. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkRedirect]: errorText(
		'The redirects of the link lead to no file',
		`${IN_A_PRIVATE_WINDOW} Use the URL where it ends up. A link that needs a sign-in or a cookie does not work. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkNotAFile]: errorText(
		'The link opens a web page instead of a file',
		`It may be a sign-in page, a notice that the link has expired, or a preview. ${IN_A_PRIVATE_WINDOW} Use the link that downloads the file itself. ${OTHER_WAY}`,
	),
	[LOCAL_CODES.linkUnsupported]: errorText(
		'The file behind the link is not a PDF, JPG or PNG file',
		'Use links to files of these types, or set Unsupported Files to Skip.',
	),
	[LOCAL_CODES.linkEmpty]: errorText(
		'The file behind the link is empty',
		'Check the file where it is stored, and upload it there again.',
	),
	[LOCAL_CODES.linkTooLarge]: errorText(
		'The file behind the link is too large',
		`A PDF may have up to ${inMegabytes(LIMITS.pdfBytes)}, an image up to ${inMegabytes(LIMITS.imageBytes)}. Split or compress it, and use a link to the smaller file.`,
	),
	[LOCAL_CODES.linkFailed]: errorText(
		'The file could not be downloaded from the link',
		`Run again. If it happens every time, check the link and the network of this n8n. ${OTHER_WAY}`,
		true,
	),
};

/** What no text for users says, and what it says instead. */
interface BannedWord {
	pattern: RegExp;
	better: string;
}

const banned = (pattern: RegExp, better: string): BannedWord => ({ pattern, better });

const BANNED: BannedWord[] = [
	banned(/\b(hand|hands|handed|handing) out\b/i, 'output'),
	banned(/\b(come|comes|came|coming) out\b/i, 'output'),
	banned(/\b(give|gives|gave|given|giving) out\b/i, 'output'),
	banned(/\b(leave|leaves|left|leaving) out\b/i, 'skip, or "if empty"'),
	banned(/\bof (yours|mine|theirs)\b/i, 'your own'),
	banned(/\bin place of\b/i, 'instead of'),
	banned(/\bmend(s|ed|ing)?\b/i, 'fix, correct'),
	banned(/\bin vain\b/i, 'cannot help, without success'),
	banned(/\be-mail/i, 'email'),
	banned(/\bweb (app|application|dashboard)\b/i, 'dashboard'),
	banned(/\bweb address(es)?\b/i, 'URL'),
	banned(/\banew\b/i, 'again'),
	banned(/\bwhilst\b/i, 'while'),
	banned(/\bas the API takes it\b/i, 'as the API expects it'),
	banned(/\bthose of\b/i, 'the noun itself'),
	banned(/\bown words\b/i, 'free text'),
	banned(/\b(holds?|held) (for|of)\b/i, 'applies to'),
	banned(/\bstands? for\b/i, 'means'),
	banned(/\bstands\b/i, 'is'),
	banned(/\bby what\b/, 'the noun itself'),
	banned(/\b(doubtful|unsure of)\b/i, 'needs review'),
	banned(/\b(try|tries|tried|trying) (it )?again\b/, 'retry'),
	banned(/\blog-?in\b/i, 'sign-in'),
	banned(/\bnamed fields?\b/i, 'binary field'),
	banned(/\b(one|ones|extractions?) that exists?\b/i, 'existing extraction'),
	banned(/\b(is|are) not able to\b/i, 'cannot'),
	banned(/\bremarks?\b/i, 'note, or comment'),
	banned(/\b(is|are|was|were|be) told\b(?! apart)/i, 'is named, is shown'),
	banned(/\btells (how|what|which|whether|that|if)\b/i, 'show, name'),
	banned(
		/\b(it|note|notes|summary|error|service|node|page|status|row|message|list|output) tells?\b/i,
		'shows, names',
	),
	banned(/(^|[.;:] )where [^.?]*,/i, 'if'),
	banned(/\b(also|even|only|unless) where\b/i, 'if'),
	banned(/\bwhen (left )?empty\b/i, 'if empty'),
	banned(/\bsees? to\b/i, 'fix, correct'),
	banned(/\bfrom before\b/i, 'earlier'),
	banned(/\b(re)?activat(e|es|ed|ing|ion)\b/i, 'publish'),
	banned(/\bso that\b[^.]*\bso that\b/i, 'one "so that" in a sentence'),
	banned(/[\s(](application|image|text)\/[a-z]/, 'the type by the name that users know, such as PDF'),
];

/** Each banned word of a text, with the text around it and what to say instead. */
export const bannedWordsIn = (text: string): string[] =>
	BANNED.flatMap(({ pattern, better }) => {
		const match = pattern.exec(text);
		if (!match) return [];
		const around = text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60);
		return [`"${match[0].trim()}" in "${around.trim()}": say ${better}`];
	});

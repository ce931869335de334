const attempts = [
	// With a word such as "all" or "previous": "ignore the instructions printed at the foot" is a fair wish.
	/\b(ignore|disregard|forget|override|bypass)\s+((the|of|and)\s+)*(all|any|every|your|previous|prior|above|earlier|preceding|system|safety)\s+((the|of|and|your|previous|prior|above|earlier|system|safety)\s+)*(instructions?|prompts?|rules|guidelines|restrictions|filters?)\b/i,
	/\b(system|hidden|developer)\s+(prompt|instructions?)\b/i,
	/\b(reveal|show|print|send|give|tell|output|list|leak|dump|what)\b.{0,40}\b(api[\s_-]?(keys?|tokens?)|access tokens?|passwords?|secrets?|credentials?|environment variables?|private keys?)\b/i,
	/\b(you are now|pretend to be|jailbreak|developer mode)\b/i,
	/\bother (customers?|users?|accounts?)['’]?s?['’]?\s+(data|documents?|invoices?|files?)\b/i,
	/<\s*script\b|\bdrop\s+table\b|\brm\s+-rf\b/i,
];
const otherErrands = [
	/\b(write|compose|tell|sing|make up|invent)\b.{0,30}\b(poems?|songs?|stor(y|ies)|jokes?|essays?|haiku|novels?|code|program)\b/i,
	/\b(what|how)\b.{0,20}\bweather\b/i,
	/\b(who (is|was)|what is the meaning of|how do i (cook|bake|hack))\b/i,
];

/** Whether a text tries to turn the service against its rules: prompt injection, or asking for secrets. */
export function isBadFaith(text: string): boolean {
	return attempts.some((attempt) => attempt.test(text));
}

/** Whether a text asks for something that has nothing to do with reading documents. */
export function isOtherErrand(text: string): boolean {
	return otherErrands.some((errand) => errand.test(text));
}

/** Whether an answer to a question is in bad faith: prompt injection, asking for secrets, another errand altogether. */
export function isRejectedAnswer(text: string): boolean {
	return isBadFaith(text) || isOtherErrand(text);
}

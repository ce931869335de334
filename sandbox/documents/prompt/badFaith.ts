const attempts = [
	/\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules|guidelines|restrictions|safety)\b/i,
	/\b(system|hidden|initial|developer)\s+(prompt|message|instructions?)\b/i,
	/\b(reveal|show|print|send|give|tell|output|list|leak|dump|what)\b.{0,40}\b(api[\s_-]?keys?|passwords?|secrets?|tokens?|credentials?|environment variables?|private keys?)\b/i,
	/\b(you are now|pretend to be|act as|jailbreak|developer mode)\b/i,
	/\bother (customers?|users?|accounts?)\b.{0,30}\b(data|documents?|invoices?|files?)\b/i,
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

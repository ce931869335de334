import { createHash } from 'crypto';

/** Cuts a text off without leaving half of a character such as an emoji. */
export const cutOff = (text: string, length: number): string =>
	text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** A value that the user gave, as an error shows it: a text in quotes, anything else as JSON. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 200);

/** White space of all kinds but line breaks. */
const SPACE = /[^\S\n]|\u2800/gu;

/** A character beyond ASCII that can be seen. */
const SEEN = String.raw`(?!\p{DI})\P{ASCII}`;

/** What joins Persian letters or emoji, or colors an emoji, shows in how these look. */
const SHOWS = String.raw`(?<=${SEEN}\ufe0f?)[\u200c\u200d](?=${SEEN})|(?<=${SEEN})\ufe0f`;

/** Characters that take no place, such as U+200B. */
const UNSEEN = new RegExp(String.raw`(?!\n|${SHOWS})[\p{Cc}\p{Cf}\p{DI}]`, 'gu');

/** What a person sees of a text. Two texts that look the same are the same. */
export const seenText = (text: string): string =>
	text.normalize('NFC').replace(SPACE, ' ').replace(UNSEEN, '').trim();

/** A text to look for, or to look in: what a person sees of it, in lower case. macOS spells an umlaut with two characters, a keyboard with one. */
export const searchText = (text: string): string => seenText(text).toLowerCase();

/** Text that a person has typed, without spaces at its ends; nothing if there is nothing to see. */
export const typedText = (text: string): string => (seenText(text) === '' ? '' : text.trim());

/** Replaces the signs of HTML tags by others that look like them: n8n shows errors and forms as HTML, which swallows what looks like a tag. */
export const withoutTags = (text: string): string => text.replace(/</g, '‹').replace(/>/g, '›');

/** A number with its noun, such as `1 row` or `2 rows`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Splits a list that the user typed with commas. */
export const splitList = (text: string): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part.length > 0);

/** The most names that a sentence names. */
const NAMES = 5;

/** The first names of a list in a sentence, and how many more there are. */
export const joinNames = (names: readonly string[], separator = ', '): string =>
	names.slice(0, NAMES).join(separator) + (names.length > NAMES ? ` and ${names.length - NAMES} more` : '');

/** Names input items as n8n's panels count them, from 1: `Item 2`, `Items 1, 3`. */
export const itemNumbers = (itemIndexes: number[]): string =>
	`${itemIndexes.length === 1 ? 'Item' : 'Items'} ${joinNames(itemIndexes.map((index) => String(index + 1)))}`;

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

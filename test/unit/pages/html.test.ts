import { escapeHtml, markup } from '../../../nodes/DocumentDataExtraction/pages/html';
import { fieldsOf } from '../../support/fixtures/personFixture';

/** A generator of numbers below 1 that gives the same ones for the same seed. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1664525 + 1013904223) % 4294967296;
		return state / 4294967296;
	};
}

const PIECES = [
	'<',
	'>',
	'"',
	"'",
	'`',
	'&',
	'&lt;',
	'&#60;',
	'</textarea>',
	'<script>',
	' x=y',
	'\n',
	'\t',
	'ä',
	'漢',
	'😀',
	'-->',
	'<!--',
	']]>',
	'${',
	'\u202e',
];

const hostile = (next: () => number): string =>
	Array.from({ length: 1 + Math.floor(next() * 12) }, () => PIECES[Math.floor(next() * PIECES.length)]).join(
		'',
	);

describe('markup', () => {
	it('lets no value out of the text or the attribute that it stands in', () => {
		const next = random(20261122);
		for (let time = 0; time < 2000; time++) {
			const value = hostile(next);
			const { source } = markup`<input type="text" name="a" value="${value}"><textarea name="b">
${value}</textarea>`;
			// Only the tags of the template are there, and the values come back as they went in.
			expect(source.match(/<[^>]*>/g)).toHaveLength(3);
			expect(fieldsOf(source)).toEqual({ a: value, b: value });
		}
	});

	it('takes its own parts, lists of them and numbers, and leaves out what is not there', () => {
		const parts = ['<a>', '<b>'].map((text) => markup`<li>${text}</li>`);
		const { source } = markup`<ul>${parts}</ul>${7}${undefined}${null}${false}${markup`<br>`}`;
		expect(source).toBe('<ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li></ul>7<br>');
	});
});

describe('escapeHtml', () => {
	it('replaces control characters and halves of characters, and keeps line breaks and whole ones', () => {
		expect(escapeHtml('a\u0000b\u001bc\u0085d')).toBe('a\ufffdb\ufffdc\ufffdd');
		expect(escapeHtml('\ud83d|\ude00|\ud83d\ude00')).toBe('\ufffd|\ufffd|😀');
		expect(escapeHtml('a\r\n\tb')).toBe('a\r\n\tb');
	});
});

/** The look of every page, in the reader's light or dark colours. A text of its own, because a page names its hash. */
export const STYLE = `
:root { color-scheme: light dark;
	--page: #f3f4f7; --card: #fff; --text: #171a20; --soft: #59616e; --line: #dce0e7; --edge: #858e9d; --hover: #eef1f6;
	--main: #1d58cc; --on-main: #fff; --doubt: #8a4a00; --doubt-soft: #fff5e3; --doubt-edge: #c9821a;
	--good: #12683a; --good-soft: #e3f4ea; --bad: #b0241c; --bad-soft: #fdeceb; --info: #1d58cc; --info-soft: #e8effc; }
@media (prefers-color-scheme: dark) { :root {
	--page: #101317; --card: #1a1e24; --text: #e8ebf0; --soft: #a5aebb; --line: #2e353f; --edge: #7b8595; --hover: #242a32;
	--main: #8db4ff; --on-main: #0a1f47; --doubt: #f3bc6e; --doubt-soft: #2e2412; --doubt-edge: #b98230;
	--good: #80d4a2; --good-soft: #13301f; --bad: #ffb1a9; --bad-soft: #3b1a18; --info: #a3c3ff; --info-soft: #172a49; } }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding: 3.25rem 0 5.5rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 0.9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
h1, h2, h3, p, ul, ol, fieldset, legend { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 0.875rem; }
h3 { font-size: 1rem; font-weight: 400; line-height: 1.35; min-width: 0; }
fieldset { border: 0; min-width: 0; }
a, .link { color: var(--main); }
small { font-size: 0.8125rem; font-weight: 400; color: var(--soft); }
i { font-style: normal; color: var(--soft); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 5; padding: 0.5rem 1rem; border-radius: 0.4rem; background: var(--main); color: var(--on-main); }
.skip:focus { top: 0.5rem; }

/* Controls */
input:not([type]), textarea, select { display: block; width: 100%; min-width: 0; min-height: 2.125rem; padding: 0.3rem 0.5rem; border: 1px solid var(--edge); border-radius: 0.35rem; background: var(--card); color: inherit; font: inherit; }
input.number { font-variant-numeric: tabular-nums; }
textarea { resize: vertical; }
button { min-height: 2.375rem; padding: 0.4rem 1rem; border: 1px solid var(--main); border-radius: 0.4rem; background: var(--main); color: var(--on-main); font: inherit; font-weight: 600; cursor: pointer; }
button.second { background: var(--card); color: var(--main); border-color: var(--edge); }
button.plain, button.undo, button.link { background: none; border-color: transparent; color: var(--main); font-weight: 500; }
button.danger { background: var(--card); border-color: var(--bad); color: var(--bad); }
button.link { min-height: 0; padding: 0; text-decoration: underline; font-weight: 600; text-align: left; }
button:hover { filter: brightness(1.06); }
button.second:hover, button.plain:hover, button.undo:hover, .choice:hover, .option:hover { background: var(--hover); filter: none; }
input[type=radio] { flex: none; width: 1.0625rem; height: 1.0625rem; margin: 0; accent-color: var(--main); }

/* Frame */
.top { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; align-items: end; justify-content: space-between; padding: 1rem 1.25rem 0.75rem; }
.lead { color: var(--soft); max-width: 56rem; white-space: pre-line; }
.facts { display: grid; justify-items: end; font-size: 0.875rem; color: var(--text); font-weight: 600; }
.notice { margin: 0 1.25rem 0.75rem; padding: 0.65rem 0.9rem; border-radius: 0.4rem; border-left: 4px solid var(--info); background: var(--info-soft); }
.notice.bad { border-color: var(--bad); background: var(--bad-soft); }
.notice.warn { margin: 0.5rem 0; border-color: var(--doubt-edge); background: var(--doubt-soft); }
.notice h2 { font-size: 1rem; color: var(--bad); }
.notice ul { padding-left: 1.25rem; margin: 0.25rem 0; }
.row, .question, .notice, .top, .aside, .foot { overflow-wrap: anywhere; }
.desk { padding: 0 1.25rem; }
.rows { display: block; min-width: 0; }
.file { position: sticky; top: 0; z-index: 2; display: flex; gap: 0.75rem; align-items: baseline; justify-content: space-between; margin-bottom: 0.25rem; padding: 0.6rem 0.125rem 0.3rem; background: var(--page); overflow-wrap: anywhere; }
section + section .file { margin-top: 0.5rem; }

/* A row */
.row { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.45rem; margin-bottom: 0.5rem; padding: 0.6rem 0.875rem 0.65rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.row::before { content: ""; position: absolute; inset: -1px auto -1px -1px; width: 4px; border-radius: 0.5rem 0 0 0.5rem; background: var(--doubt-edge); }
.row > * { grid-column: 1 / -1; min-width: 0; }
.row > header { display: flex; gap: 0.25rem 0.75rem; align-items: baseline; }
.row h3 { flex: 1; }
.row h3 span::before { content: "· "; color: var(--soft); }
.page { flex: none; font-size: 0.875rem; }
.why { color: var(--doubt); margin-top: -0.3rem; line-height: 1.38; white-space: pre-line; }
.row.accepted::before, .row.open:has(.accept input:checked)::before { background: var(--good); }
.row.corrected::before { background: var(--info); }
.row.rejected::before, .row.problem::before, .row.open:has(.reject input:checked)::before { background: var(--bad); }
.row.accepted .why, .row.corrected .why, .row.rejected .why { color: var(--soft); }
.row:focus { outline: 2px solid var(--main); outline-offset: 1px; }
.state { flex: none; font-size: 0.8125rem; font-weight: 600; }
.state:empty { display: none; }
.accepted .state { color: var(--good); } .corrected .state { color: var(--info); } .rejected .state, .problem .state { color: var(--bad); } .open .state { color: var(--doubt); }
.accepted .state::before, .accepted.rail::before { content: "✓ "; } .corrected .state::before { content: "✎ "; } .rejected .state::before { content: "✕ "; } .problem .state::before { content: "! "; }

/* Its cells */
.cells { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0.5rem 0.75rem; align-items: start; }
.cell { display: grid; grid-template-columns: auto 1fr; gap: 0.125rem 0.5rem; align-items: baseline; min-width: 0; }
.cell > * { grid-column: 1 / -1; min-width: 0; }
.cell > label { grid-column: 1; font-size: 0.8125rem; font-weight: 600; }
.cell > .like { grid-column: 2; justify-self: end; font-size: 0.75rem; color: var(--soft); white-space: nowrap; }
.doubt > input, .doubt > select, .doubt > textarea { border-color: var(--doubt-edge); background: var(--doubt-soft); box-shadow: inset 3px 0 var(--doubt-edge); padding-left: 0.65rem; }
.changed > input, .changed > select, .changed > textarea { border-color: var(--info); background: var(--info-soft); box-shadow: inset 3px 0 var(--info); padding-left: 0.65rem; font-weight: 600; }
.wrong > input, .wrong > textarea { border-color: var(--bad); background: var(--bad-soft); box-shadow: inset 3px 0 var(--bad); }
.was { font-size: 0.8125rem; color: var(--soft); }
.was:empty, .wrong .was { display: none; }
.flaw { color: var(--bad); font-weight: 600; }
.cell .flaw { margin: 0.2rem 0 0.1rem; font-size: 0.875rem; line-height: 1.35; }
.cell:has(.readings) { grid-column: 1 / -1; padding: 0.6rem 0.75rem 0.7rem; border-radius: 0.4rem; background: var(--bad-soft); }
.cell:has(.readings) > input { max-width: 16rem; background: var(--card); }
.readings { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.pick, .choice { display: flex; gap: 0.5rem; align-items: center; min-height: 2.125rem; padding: 0.2rem 0.85rem 0.2rem 0.65rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: var(--card); cursor: pointer; }
.pick:has(:checked) { border-color: var(--main); box-shadow: inset 0 0 0 1px var(--main); }
.more { font-size: 0.8125rem; }
.more summary { list-style: none; cursor: pointer; color: var(--text); line-height: 1.5; border-radius: 0.25rem; }
.more summary::-webkit-details-marker { display: none; }
.edit { float: right; margin-left: 0.75rem; color: var(--main); text-decoration: underline; }
.fact { display: inline-block; max-width: 100%; margin-right: 0.6rem; }
.more[open] .fact { display: none; }
.more[open] summary { display: flow-root; margin-bottom: 0.15rem; }

/* The decision */
.decide { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.choices { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.accept:has(:checked) { border-color: var(--good); background: var(--good-soft); color: var(--good); font-weight: 600; }
.reject:has(:checked) { border-color: var(--bad); background: var(--bad-soft); color: var(--bad); font-weight: 600; }
.accept input { accent-color: var(--good); } .reject input { accent-color: var(--bad); }
.choice:focus-within, .pick:focus-within, .option:focus-within { outline: 3px solid var(--main); outline-offset: 1px; }
.choice input:focus, .pick input:focus, .option input:focus { outline: none; }
.comment { order: 3; flex: 1 0 100%; display: flex; gap: 0.5rem; align-items: center; font-size: 0.875rem; }
.comment span { flex: none; color: var(--soft); }
.decide .undo { margin-left: auto; min-height: 2.125rem; padding: 0.2rem 0.5rem; }
.peek, .at-tab { display: none; }

/* Below and beside */
.foot { position: sticky; bottom: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; margin: 0.5rem -0.25rem 0; padding: 0.75rem 0.25rem; border-top: 1px solid var(--line); background: var(--page); }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-left: auto; }
.progress small { white-space: normal; }
.progress { display: flex; gap: 0.6rem; align-items: center; font-size: 0.875rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
progress { appearance: none; width: 6rem; height: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); } progress::-webkit-progress-value { background: var(--good); } progress::-moz-progress-bar { background: var(--good); }
.pager { display: flex; gap: 1rem; align-items: center; justify-content: center; padding: 0.25rem; }
.aside { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px dashed var(--edge); border-radius: 0.5rem; }
.rail { padding: 0.75rem 0 1.5rem; }
.rail h2 { padding: 0.35rem 0.5rem; }
.rail ol { list-style: none; }
.rail li { display: flex; gap: 0.4rem; align-items: baseline; border-radius: 0.3rem; }
.rail li::before { content: "○"; flex: none; width: 1.1rem; padding-left: 0.4rem; font-size: 0.8125rem; font-weight: 700; color: var(--doubt); }
.rail .accepted::before { content: "✓"; color: var(--good); } .rail .corrected::before { content: "✎"; color: var(--info); } .rail .rejected::before { content: "✕"; color: var(--bad); } .rail .problem::before { content: "!"; color: var(--bad); } .rail .problem b { color: var(--bad); }
.rail li > :first-child { flex: 1; min-width: 0; min-height: 1.5rem; padding: 0.19rem 0.4rem; border: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; background: none; font-size: 0.8125rem; font-weight: 400; line-height: 1.35; text-align: left; color: inherit; text-decoration: none; }
.rail li span { color: var(--soft); } .rail b { font-weight: 600; }
.rail :focus-visible { outline-offset: -3px; }
.rail li:hover, .rail li.here { background: var(--hover); }
.keys { margin: 0.75rem 0.5rem; font-size: 0.8125rem; color: var(--soft); }
.viewer iframe, .peek iframe { display: block; width: 100%; height: 100%; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.viewer { display: none; }

/* The list before the end */
.narrowed > * { max-width: 76rem; margin-inline: auto; }
.foot.above { position: sticky; top: 0; margin: 0 0 0.75rem; border-top: 0; }
.all { padding-top: 0.75rem; border-top: 1px solid var(--line); text-align: right; }
.sheet { margin-bottom: 1.25rem; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.sheet h2 { font-size: 1rem; margin-bottom: 0.35rem; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 0.9rem; overflow-wrap: anywhere; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { border: 0; font-size: 0.8125rem; color: var(--soft); }
.sheet th:first-child { width: 38%; } .sheet th:nth-child(2) { width: 8.5rem; }
.lines { overflow-x: auto; font-size: 0.8125rem; } .lines table { table-layout: auto; } caption { text-align: left; font-weight: 600; }
.name { display: flex; gap: 0.5rem; align-items: center; white-space: nowrap; font-size: 0.875rem; }
del { color: var(--soft); } ins { text-decoration: none; font-weight: 600; } .none, .sheet th span { color: var(--soft); }

/* Questions, messages, pictures */
.asks .page { font-size: inherit; }
.question { margin-bottom: 0.875rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.question.wrong { border-color: var(--bad); }
.question legend { display: flex; gap: 0.6rem; float: left; width: 100%; font-size: 1.0625rem; font-weight: 600; line-height: 1.35; }
.question legend b { flex: none; display: grid; place-content: center; width: 1.5rem; height: 1.5rem; border-radius: 50%; background: var(--info-soft); color: var(--info); font-size: 0.8125rem; }
.question .around { clear: both; display: flow-root; }
.about { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; padding: 0.35rem 0 0.6rem 2.1rem; font-size: 0.875rem; color: var(--soft); }
.about q { color: var(--text); }
.question .flaw, .question .notice { margin: 0.4rem 0 0.4rem 2.1rem; }
.options { display: grid; gap: 0.4rem; }
.option { display: flex; gap: 0.75rem; align-items: flex-start; padding: 0.6rem 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem; cursor: pointer; }
.option input { margin-top: 0.15rem; }
.option:has(:checked) { border-color: var(--main); background: var(--info-soft); }
.tag { display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--good-soft); color: var(--good); font-weight: 600; }
.cellwould { display: block; font-size: 0.875rem; color: var(--soft); }
code { padding: 0.05rem 0.35rem; border-radius: 0.25rem; background: var(--hover); color: var(--text); font: 0.85em ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.words { display: block; margin-top: 0.6rem; font-size: 0.875rem; font-weight: 600; }
.words textarea { margin-top: 0.2rem; font-weight: 400; }
.files { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.25rem; font-size: 0.875rem; }
.message { display: grid; min-height: 80vh; place-content: center; padding: 1.5rem; }
.message > div { max-width: 30rem; padding: 2rem; border: 1px solid var(--line); border-top: 4px solid var(--info); border-radius: 0.5rem; background: var(--card); }
.message.good > div { border-top-color: var(--good); } .message.bad > div { border-top-color: var(--bad); }
.message p { margin-top: 0.6rem; } .message button { margin-top: 1.25rem; } .details { font-weight: 600; }
.picture { background: #52565c; }
.picture input { position: absolute; opacity: 0; }
.picture label { display: block; cursor: zoom-in; } .picture img { display: block; width: 100%; }
.picture :checked + label { cursor: zoom-out; } .picture :checked + label img { width: auto; }
.picture :focus-visible + label { outline: 3px solid #8db4ff; outline-offset: -3px; }

/* Where :has is known, what is not needed yet is not shown. */
@supports selector(:has(*)) {
	.choices:has([type=radio]) + .comment, .row:not(.accepted, .corrected, .rejected, .problem):not(:has(.choices :checked)) .undo, .options + .words:has(:placeholder-shown) { display: none; }
	.choices:has(.reject :checked) + .comment { display: flex; }
	.options:has(.else :checked) + .words { display: block; }
}
/* Wide: the document beside the rows */
@media (min-width: 60rem) {
	.desk.has-viewer { display: grid; grid-template-columns: minmax(24rem, 1fr) minmax(0, 44%); gap: 1rem; }
	.viewer { display: block; position: sticky; top: 0.75rem; height: calc(100vh - 1.5rem); }
}
@media (min-width: 80rem) {
	.desk:not(.asks, .final) form { display: grid; grid-template: "rail rows" auto "foot foot" auto / 12.5rem minmax(0, 1fr); column-gap: 0.875rem; align-items: start; }
	.rows { grid-area: rows; } .foot { grid-area: foot; }
	.rail { grid-area: rail; position: sticky; top: 0; max-height: calc(100vh - 4.25rem); overflow-y: auto; padding: 0.25rem 0 0; }
}
/* Narrow: the document folded above the fields */
@media (max-width: 59.99rem) {
	.at-desk { display: none; } .peek { display: block; } .at-tab { display: inline; }
	.peek summary { cursor: pointer; color: var(--main); font-size: 0.9rem; overflow-wrap: anywhere; }
	.peek iframe { height: 55vh; margin: 0.5rem 0; }
	.facts { justify-items: start; }
}
@media (max-width: 30rem) {
	.top, .desk { padding-left: 0.75rem; padding-right: 0.75rem; } .notice { margin-left: 0.75rem; margin-right: 0.75rem; }
	input:not([type]), textarea, select { min-height: 2.75rem; font-size: 1rem; }
	.cells { grid-template-columns: 1fr; }
	.choices, .buttons, .pick, .readings { width: 100%; } .choices > * { flex: 1; } .buttons button, .message button { width: 100%; }
	.choice, .pick { min-height: 2.75rem; } button:not(.link) { min-height: 2.75rem; }
	.rail li > :first-child { padding: 0.6rem 0.4rem; }
	.foot:not(.above) { position: static; } .progress { width: 100%; flex-wrap: wrap; } progress { flex: 1; } .progress small { width: 100%; }
	.comment { flex-wrap: wrap; } .comment input { width: 100%; }
	.about { padding-left: 0; } .question .flaw, .question .notice { margin-left: 0; }
	.sheet :is(table, tbody, tr, th, td) { display: block; } .sheet thead { display: none; } .sheet th:first-child { width: auto; } td { border: 0; padding: 0.1rem 0; } th { padding-top: 0.6rem; }
}
@media (max-height: 30rem) { .foot, .file { position: static; } }
@media (prefers-reduced-motion: no-preference) { .choice, .option, button { transition: background-color 0.12s; } }
@media print {
	.viewer, .foot, .rail, .peek, .skip, .undo, .edit { display: none !important; }
	.desk, .desk form { display: block !important; } .row, .question { break-inside: avoid; }
}
`;

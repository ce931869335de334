/** Comfort only: everything works without it. Keys on a row, the document follows the row, live states, a warning before work is lost. */
export const SCRIPT = `
(() => {
	const form = document.getElementById('desk');
	if (!form) return;
	const words = JSON.parse(form.dataset.words);
	const rows = [...form.querySelectorAll('.row')];
	const frame = document.querySelector('iframe[name=viewer]');
	const entries = [...form.querySelectorAll('.rail li')];
	const entryOf = (row) => entries.find(({ dataset }) => dataset.row === row.id);
	const radio = (row, value) => row.querySelector(\`[type=radio][name^=d_][value=\${value}]\`);
	const rowOf = (element) => element?.closest?.('.row, .question');
	const isOpen = (row) => row.matches('.open, .problem');
	let isDirty = 'unsaved' in form.dataset;
	let shown = frame?.getAttribute('src');
	let timer;

	function mark(field) {
		const cell = field.parentElement;
		const { was } = field.dataset;
		const isChanged = field.value.trim() !== was.trim();
		cell.classList.remove('wrong');
		cell.classList.toggle('changed', isChanged);
		const text = was === '' ? words.wasEmpty : words.was.replace('{value}', () => was);
		cell.querySelector('.was').textContent = isChanged ? text : '';
	}

	// Whether an answer will do is for the server to say. Here it counts until then.
	function judge(row) {
		if (!radio(row, 'accept')) return;
		const isChanged = row.querySelector('.changed');
		const isRejected = radio(row, 'reject').checked;
		const isWrong = row.querySelector('.wrong') || (isRejected && isChanged);
		const chosen = isRejected ? 'rejected' : radio(row, 'accept').checked ? 'accepted' : 'open';
		const state = isWrong ? 'problem' : isChanged ? 'corrected' : chosen;
		row.className = \`row \${state}\`;
		entryOf(row).className = \`\${state} here\`;
		row.querySelector('[data-state]').textContent = state === 'open' ? '' : words[state];
		entryOf(row).querySelector('em').textContent = words[state];
		const done = entries.filter((entry) => !isOpen(entry)).length;
		const text = words.progress.replace('{done}', done).replace('{all}', entries.length);
		form.querySelector('progress').value = done;
		form.querySelector('progress').setAttribute('aria-label', text);
		form.querySelector('[data-progress]').textContent = text;
	}

	// Moves the viewer to a row's page, without an entry in the history. Not at once: a person may only be passing.
	function follow(row) {
		for (const entry of entries) entry.classList.toggle('here', entry.dataset.row === row.id);
		const link = row.querySelector('.at-desk') ?? row.parentElement.querySelector('.files .at-desk');
		clearTimeout(timer);
		if (!frame || !link || frame.offsetParent === null || link.getAttribute('href') === shown) return;
		timer = setTimeout(() => {
			shown = link.getAttribute('href');
			frame.contentWindow.location.replace(link.href);
		}, 150);
	}

	function goTo(row) {
		if (!row) return form.querySelector('button[value=summary]')?.focus();
		row.focus({ preventScroll: true });
		const { top, bottom } = row.getBoundingClientRect();
		if (top < 60 || bottom > innerHeight - 80)
			row.scrollIntoView({ block: bottom - top < innerHeight * 0.6 ? 'center' : 'start' });
		entryOf(row)?.scrollIntoView({ block: 'nearest' });
	}

	const nextOpen = (row) => {
		const at = rows.indexOf(row);
		return [...rows.slice(at + 1), ...rows.slice(0, at)].find(isOpen);
	};

	function edit(row) {
		let field = row.querySelector('.wrong input, .doubt input, .doubt select, .doubt textarea');
		if (!field) row.querySelector('.more').open = true;
		field ??= row.querySelector('[name^=v_]');
		field?.focus();
		field?.select?.();
	}

	function choose(row, value) {
		radio(row, value).checked = true;
		isDirty = true;
		judge(row);
	}

	function restore(field) {
		field.value = field.dataset.was;
		field.dispatchEvent(new Event('input', { bubbles: true }));
	}

	form.addEventListener('input', ({ target }) => {
		isDirty = true;
		if (target.name.startsWith('v_')) mark(target);
		if (rowOf(target)) judge(rowOf(target));
	});
	form.addEventListener('focusin', ({ target }) => rowOf(target) && follow(rowOf(target)));

	form.addEventListener('keydown', (event) => {
		const { target, key } = event;
		const row = rowOf(target);
		if (!row?.matches('.row') || event.altKey || event.isComposing) return;
		const isTyping = target.matches('input:not([type]), textarea, select');
		const isMain = event.ctrlKey || event.metaKey;
		const beside = (step) => rows[rows.indexOf(row) + step] ?? row;
		const accept = () => {
			if (!row.querySelector('.changed')) choose(row, 'accept');
			goTo(nextOpen(row));
		};
		const onward = () => {
			const fields = [...row.querySelectorAll('.doubt input:not([type]), .doubt select')];
			const next = fields.includes(target) && fields[fields.indexOf(target) + 1];
			if (next) next.focus();
			else goTo(isOpen(row) ? row : nextOpen(row));
		};
		const reject = () => {
			choose(row, 'reject');
			row.querySelector('.comment input').focus();
		};
		const onRow = {
			a: accept,
			r: reject,
			e: () => edit(row),
			j: () => goTo(beside(1)),
			k: () => goTo(beside(-1)),
			u: () => row.querySelector('button.undo').click(),
		};
		let act = isTyping || isMain ? undefined : onRow[key.toLowerCase()];
		if (key === 'Enter' && isMain) act = accept;
		else if (key === 'Enter' && isTyping && target.tagName !== 'TEXTAREA') act = onward;
		else if (key === 'Escape' && isTyping)
			act = () => (target.closest('.changed') ? restore(target) : row.focus());
		if (!act) return;
		event.preventDefault();
		act();
	});

	// Unsaved work is asked about, unless the form is sent. After a save the page comes back at the row that it was left at.
	addEventListener('beforeunload', (event) => isDirty && event.preventDefault());
	form.addEventListener('submit', ({ submitter }) => {
		isDirty = false;
		const row = rowOf(document.activeElement);
		if (row && radio(row, 'accept') && !submitter?.hasAttribute('formaction')) form.action = \`#\${row.id}\`;
	});
	const start = rows.find(({ id }) => location.hash === \`#\${id}\`) ?? rows.find(isOpen) ?? rows[0];
	if (start && !document.querySelector('.wrong, .notice.bad') && matchMedia('(min-width: 60rem)').matches)
		start.focus({ preventScroll: true });
})();
`;

import { isBadTrait, rowsOf } from '../service/documents';
import { charged, KEY, type Made } from '../service/Service';
import {
	answerOf,
	errorText,
	extractionsOf,
	failedItems,
	isBad,
	namesOf,
	itemOfDoc,
	itemsOf,
	pairing,
	rowsOut,
	textOf,
	toldExtractions,
} from './observe';
import { undisturbed } from './undisturbed';
import { requestOfFiles, type History, type Played } from './play';

/** A promise that was broken, and how. */
export interface Break {
	promise: string;
	run: string;
	what: string;
}

type Property = (history: History) => Array<Omit<Break, 'promise'>>;
type OfRun = (history: History, run: Played) => string[];

/** A property of every run that was not killed. */
const ofRuns =
	(check: OfRun): Property =>
	(history) =>
		history.runs
			.filter(({ outcome }) => outcome.end !== 'killed')
			.flatMap((run) => check(history, run).map((what) => ({ run: run.label, what })));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** "No invoice is paid for twice": a document is charged once per request, however often the request is made. */
const oneCharge: Property = (history) => {
	const { extractions, runs, plan } = history;
	const seen = new Map<string, Made>();
	/** The request of an extraction: that of its run, or of the files that it is one of. */
	const requestOf = ({ by, docs }: Made): string => {
		const run = runs.find(({ label }) => label === by);
		if (!run || plan.ids !== 'files') return run?.request ?? '?';
		const batch = batchesOf(history, run).find((files) =>
			docs.every(({ doc }) => files.some((file) => file.doc.id === doc.id)),
		);
		const request = requestOfFiles(run.prompt, batch ?? run.files);
		// Somebody cancelled it before the service saw which file cannot be read.
		const bad = docs.filter(({ doc }) => isBadTrait(doc.trait));
		return [request, ...bad.map(({ doc }) => doc.id)].join(' beside ');
	};
	return extractions.flatMap((extraction) => {
		const { id, by } = extraction;
		const request = requestOf(extraction);
		return charged(extraction).flatMap((doc) => {
			const key = `${request} ${doc.id}`;
			const earlier = seen.get(key);
			seen.set(key, extraction);
			return earlier === undefined || (plan.ids === 'files' && isInVain(earlier, extraction))
				? []
				: [
						{
							run: by,
							what: `${doc.id} of the request ${request} was charged by ${earlier.id} and by ${id}`,
						},
					];
		});
	});
};

/** By the contents of the files, a later execution extracts again what an earlier one left cancelled or expired. */
const isInVain = (earlier: Made, later: Made): boolean =>
	earlier.by !== later.by &&
	(earlier.status === 'cancelled' || later.createdAt - earlier.createdAt >= 90 * DAY);

/** A next step says so before it costs something. */
const SAYS_COST = /at new cost/;

/** "A step that pays says so": what a run charges that does what the one before said was not charged before. */
const stepsCostNothing: Property = ({ extractions, runs }) =>
	runs.flatMap(({ follows, label }) => {
		if (!follows || SAYS_COST.test(follows.text)) return [];
		const before = runs.slice(0, runs.indexOf(follows.run) + 1).map((run) => run.label);
		const mine = extractions.filter(({ by }) => by === label);
		return mine.flatMap((later) =>
			charged(later).flatMap(({ id }) => {
				const earlier = extractions
					.filter(({ by }) => before.includes(by))
					.find((each) => charged(each).some((doc) => doc.id === id));
				return earlier && !isInVain(earlier, later)
					? [
							{
								run: label,
								what: `${id} was charged by ${earlier.id}, and again by ${later.id}: ${follows.text}`,
							},
						]
					: [];
			}),
		);
	});

/** "Rows name the file as this run's user knows it", whatever an earlier run called it. */
const namesOfThisRun: OfRun = ({ plan }, run) => {
	if (plan.settings.excludeSourceFile) return [];
	const all = run.files.map(({ name }) => name.toLowerCase());
	return itemsOf(run).flatMap(({ json }) => {
		const file = run.files.find(({ doc }) => doc.id === json['Invoice Number']);
		const source = json['Source File'];
		// Of equal names, all but the first get a number, and a name without the ending of its type gets one.
		if (!file || typeof source !== 'string' || json.Amount === undefined) return [];
		const stem = file.name.replace(/\.\w+$/, '');
		const isAlone = all.filter((name) => name.startsWith(stem.toLowerCase())).length === 1;
		const isRight = isAlone ? source.startsWith(stem) : source.startsWith(stem.slice(0, 4));
		return isRight ? [] : [`a row of ${file.name} (${file.doc.id}) is called ${source}`];
	});
};

const hasLostSessions = ({ service }: History): boolean => service.losses > 0;

/** Questions may be answered within 40 hours of the upload: whoever asks, uploads older files anew. */
const ANSWERABLE_MS = 24 * 3_600_000;

/** "Nothing completed is sent again": while a session of the request is alive, its completed files are not sent in another. */
const nothingSentAgain: Property = (history) => {
	const { service, runs, plan } = history;
	const usableMs = plan.settings.questions === 'none' ? Infinity : ANSWERABLE_MS;
	// A session that was lost can be created anew, and nothing tells that its files went elsewhere meanwhile.
	if (hasLostSessions(history)) return [];
	const requestOf = (label: string) => {
		const run = runs.find((each) => each.label === label);
		return (
			run &&
			`${run.request} ${run.files
				.map(({ doc }) => doc.id)
				.sort()
				.join()}`
		);
	};
	const { sessions, sent } = service;
	// Of requests of one file each, only the contents say which is which: the ID of the first session is made of them.
	const isOfOthers = (one: string, other: string): boolean =>
		plan.settings.groupFiles === 'perFile' && one.split('.u')[0] !== other.split('.u')[0];
	return sent.flatMap(({ file, by, at }) => {
		const earlier = sessions
			.filter((session) => session !== file.session && !isOfOthers(session.id, file.session.id))
			.filter((session) => requestOf(service.makerOf(session)) === requestOf(by))
			// What is left beside a file that cannot be read is a request of its own.
			.filter((session) => plan.ids !== 'files' || session.files.size === file.session.files.size)
			// With an aborted file, a session is good for nothing: a submission takes the files of one.
			.filter((session) => [...session.files.values()].every(({ state }) => state !== 'aborted'))
			.flatMap((session) => [...session.files.values()])
			.find(
				(each) =>
					each.sizeBytes === file.sizeBytes &&
					each.state === 'completed' &&
					each.completedAt < file.session.createdAt &&
					file.session.createdAt - each.completedAt <= usableMs,
			);
		return earlier
			? [
					{
						run: by,
						what: `${file.fileName} was complete in ${earlier.session.id}, and was sent again in ${file.session.id} at ${at}`,
					},
				]
			: [];
	});
};

/** Another file of the same name and size under the same own ID. With its session lost, the service tells no more than the name. */
const isIndistinguishable = (history: History, run: Played, doc: string): boolean => {
	const others = history.runs.filter(({ request }) => request === run.request).flatMap(({ files }) => files);
	const looksLike = (other: Played['files'][number]): boolean =>
		run.files.some(
			({ name, doc: { size } }) =>
				name === other.name && (size === other.doc.size || hasLostSessions(history)),
		);
	return others.some((file) => file.doc.id === doc && looksLike(file));
};

/** "Every row knows its document": it belongs to a file of this run, comes once, and is paired with the item of its file. */
const rowsOfThisRequest: OfRun = (history, run) => {
	const rows = rowsOut(run);
	const knowsSource = !history.plan.settings.excludeSourceFile;
	const all = run.items.map((_, index) => index);
	const twice = rows
		.filter(({ key }, index) => rows.findIndex((row) => row.key === key) < index)
		.map(({ key }) => `the row ${key} came twice`);
	return rows
		.flatMap(({ doc, key, paired }) => {
			const item = itemOfDoc(run, doc);
			if (item === undefined && isIndistinguishable(history, run, doc)) return [];
			if (item === undefined) return [`the row ${key} is of a document that is none of this run`];
			if (paired === undefined) return [`the row ${key} says nothing about its item`];
			const isRight =
				knowsSource || all.length === 1
					? paired.length === 1 && paired[0] === item
					: paired.length === 0 || paired.includes(item);
			return isRight
				? []
				: [
						`the row ${key} is paired with the items ${JSON.stringify(paired)}, its file came with item ${item}`,
					];
		})
		.concat(twice);
};

/** "Never a silent cut": the rows of a document come whole, or its item fails; and what is completed comes out. */
const wholeDocuments: OfRun = (history, run) => {
	const { output } = history.plan.settings;
	if (run.outcome.end !== 'success' || run.outcome.stoppedAt !== undefined || output !== 'rows') return [];
	const rows = rowsOut(run);
	const failed = failedItems(run).flatMap((item) => pairing(item) ?? []);
	const completed = toldExtractions(history, run).filter(({ status }) => status === 'completed');
	const handedOut = textOf(itemsOf(run).filter(({ json }) => json.status === 'input_required'));
	const done = completed
		.filter(({ id }) => !handedOut.includes(id))
		.flatMap(({ docs }) => docs.map(({ doc }) => doc.id));
	return run.files.flatMap(({ doc, item }) => {
		const out = rows.filter((row) => row.doc === doc.id).length;
		const isWhole =
			out === rowsOf(doc).length || (out === 0 && (failed.includes(item) || !done.includes(doc.id)));
		return isWhole ? [] : [`${out} of the ${rowsOf(doc).length} rows of ${doc.id} came out`];
	});
};

/** "Every input file ends in exactly one state", and the user sees it: as rows, a Summary entry, an item or a hint that names it. */
const everyDocumentTold: OfRun = (history, run) => {
	// What a stopped execution hands out, n8n drops.
	if (run.outcome.end !== 'success' || run.outcome.stoppedAt !== undefined) return [];
	if (rowsOut(run).some(({ doc }) => isIndistinguishable(history, run, doc))) return [];
	// Without Source File nobody can tell which of several files has no rows.
	if (history.plan.settings.excludeSourceFile && run.files.length > 1) return [];
	const failed = failedItems(run).flatMap((item) => pairing(item) ?? []);
	const others = itemsOf(run).filter(
		({ json }) => json['Invoice Number'] === undefined && json.error === undefined,
	);
	const told = `${textOf(others.map(({ json }) => json))}\n${textOf(run.outcome.hints)}`;
	const handedOut = history.extractions
		.filter(({ id }) =>
			others.some(({ json }) => json.extraction_id === id && json.status === 'input_required'),
		)
		.flatMap(({ docs }) => docs.map(({ doc }) => doc.id));
	if (handedOut.some((doc) => isIndistinguishable(history, run, doc) && itemOfDoc(run, doc) === undefined))
		return [];
	const rows = new Set(rowsOut(run).map(({ doc }) => doc));
	return run.files
		.filter(
			(file) =>
				!rows.has(file.doc.id) &&
				!failed.includes(file.item) &&
				!handedOut.includes(file.doc.id) &&
				!namesOf(history, file).some((each) => told.includes(each)),
		)
		.map(({ doc, name }) => `${name} (${doc.id}) ended without rows, and nothing tells the user`);
};

/** A failed page is told: by a hint, an item in Review, a failed item, the Summary or the error. */
const failedPagesTold: OfRun = (_history, run) => {
	if (run.outcome.end !== 'success') return [];
	const rows = new Set(rowsOut(run).map(({ doc }) => doc));
	const hurt = run.files.filter(({ doc }) => doc.failedPages.length > 0 && rows.has(doc.id));
	const told = `${textOf(run.outcome.hints)}\n${textOf(
		itemsOf(run)
			.filter(({ json }) => json['Invoice Number'] === undefined)
			.map(({ json }) => json),
	)}`;
	return hurt
		.filter(() => !/page/i.test(told))
		.map(({ doc }) => `the failed pages of ${doc.id} are told nowhere`);
};

/** "After a submission every error carries `extraction_id`", so that Get Rows collects what is paid. */
const errorsCarryTheId: OfRun = (history, run) => {
	const isPassedOver = ({ by, status, isExpired }: Made): boolean =>
		history.plan.ids === 'files' &&
		by !== run.label &&
		(status === 'cancelled' || (status === 'completed' && isExpired));
	const told = toldExtractions(history, run).filter((each) => !isPassedOver(each));
	if (told.length === 0) return [];
	const { network } = history;
	// What the ID was used for could not be read until the end: the next run reads it, as the error says.
	const isUnread = (id: string): boolean => {
		const of = (call: (typeof network.calls)[number]) =>
			call.run === run.label && call.endpoint === 'details' && network.about(call).startsWith(id);
		const reads = network.calls.filter(of);
		return reads.length > 0 && reads.every(({ fault }) => fault !== undefined);
	};
	// A failed one is gone: it is named where its failure is told.
	const isNamed = (text: string, extractions: typeof told) => {
		const owed = extractions.filter(
			({ status, error }) => status !== 'failed' || text.includes(error!.message),
		);
		return owed.length === 0 || extractions.some(({ id }) => text.includes(id));
	};
	if (run.outcome.end === 'error') {
		const text = errorText(run);
		const { ended, error } = run.outcome;
		const paid = told.filter(
			(each) =>
				each.status === 'completed' &&
				!(isUnread(each.id) && /Run again with the same/.test(text)) &&
				// That of other files, under the same ID, is not owed to this run.
				each.docs.some(({ doc }) => itemOfDoc(run, doc.id) !== undefined) &&
				!each.isExpired &&
				each.endsAt - history.plan.service.skew * 1_000 < ended - 45_000,
		);
		const unnamed = paid
			.filter(({ id }) => !text.includes(id))
			.map(({ id }) => `the error does not name the completed extraction ${id}`);
		const item = (error?.context as { itemIndex?: number } | undefined)?.itemIndex;
		const own = told.filter(
			({ docs }) => item === undefined || docs.some(({ doc }) => itemOfDoc(run, doc.id) === item),
		);
		return own.length === 0 || isNamed(text, own)
			? unnamed
			: [`the error names none of ${own.map(({ id }) => id).join(', ')}: ${error?.message}`];
	}
	return failedItems(run).flatMap((failed) => {
		const docs = run.files
			.filter(({ item }) => (pairing(failed) ?? []).includes(item))
			.map(({ doc }) => doc.id);
		// Of an item whose files are requests of their own, one may have failed alone.
		const out = rowsOut(run).map(({ doc }) => doc);
		const own = told
			.filter((each) => each.docs.some(({ doc }) => docs.includes(doc.id)))
			.filter((each) => !each.docs.every(({ doc }) => out.includes(doc.id)));
		const covered = docs.every((id) => own.some((each) => each.docs.some(({ doc }) => doc.id === id)));
		return own.length === 0 || !covered || isNamed(textOf(failed.json), own)
			? []
			: [`a failed item names none of ${own.map(({ id }) => id).join(', ')}: ${String(failed.json.message)}`];
	});
};

/** "The API key, and the query of a signed URL, appear in no error, item, log or snapshot." */
const noSecrets: OfRun = ({ service }, run) => {
	const text = textOf(run.outcome.everything);
	const digests = [...text.matchAll(/\b[0-9a-f]{64}\b/g)];
	const at = digests.find(([digest]) => service.signatures.has(digest))?.index ?? text.indexOf('signature=');
	return [
		...(text.includes(KEY) ? ['the API key came out'] : []),
		...(at < 0 ? [] : [`a signed URL came out: ${text.slice(Math.max(0, at - 60), at + 10)}`]),
	];
};

/** "Run again, nothing is charged twice" holds with an own Submission ID only. */
const promisesThatHold: OfRun = ({ plan }, run) => {
	if (plan.ids !== null) return [];
	const text = `${errorText(run)}\n${textOf(failedItems(run).map(({ json }) => json))}`;
	const promise = /[^.\n]*(charged|paid for) twice[^.\n]*/i.exec(text)?.[0];
	return promise ? [`without an own Submission ID it promises: ${promise}`] : [];
};

/** How many requests a run may make of its files: by their contents, what is left beside one that cannot be read is another one. */
const requestsIn = ({ plan }: History, { files }: Played): number =>
	plan.ids === 'files' ? 1 + files.filter(isBad).length : 1;

/** Maximum Wait, and what faults and uploads may add to it. */
const inTime: OfRun = (history, run) => {
	const { plan, network } = history;
	const { began, ended, tries, stoppedAt } = run.outcome;
	if (stoppedAt !== undefined)
		return ended - stoppedAt > 2_000 ? [`it ended ${(ended - stoppedAt) / 1_000} s after the stop`] : [];
	const batches = batchesOf(history, run).length;
	const hit = network.calls.filter((call) => call.run === run.label && call.fault !== undefined);
	const perFault = 8 * MINUTE;
	const wait = (run.isLast ? 60 : plan.settings.maximumWait) * MINUTE;
	const allowed =
		Math.max(1, tries) * batches * requestsIn(history, run) * wait + hit.length * perFault + 10 * MINUTE;
	return ended - began > allowed
		? [`it took ${Math.round((ended - began) / MINUTE)} minutes; allowed are ${Math.round(allowed / MINUTE)}`]
		: [];
};

/** Calls are bounded by files, parts, faults and minutes. */
const boundedCalls: OfRun = (history, run) => {
	const { plan, network } = history;
	const calls = network.calls.filter((call) => call.run === run.label);
	const minutes = (run.outcome.ended - run.outcome.began) / MINUTE;
	const parts = run.files.reduce((sum, { doc }) => sum + Math.ceil(doc.size / plan.service.partSize), 0);
	const allowed =
		Math.max(1, run.outcome.tries) *
			requestsIn(history, run) *
			(40 + 22 * batchesOf(history, run).length + 12 * run.files.length + 3 * parts) +
		14 * minutes +
		4 * calls.filter(({ fault }) => fault).length;
	return calls.length > allowed ? [`${calls.length} calls; allowed are ${Math.round(allowed)}`] : [];
};

/** "Stopping the execution cancels the extraction too." */
const cancelledWhenStopped: OfRun = (history, run) => {
	const { stoppedAt } = run.outcome;
	const { plan, network, extractions } = history;
	if (stoppedAt === undefined || !plan.settings.cancelWhenStopped) return [];
	// A fault of what was under way is no excuse: what a lost answer leaves running is to be found and cancelled.
	const after = network.calls.filter((call) => call.run === run.label && call.at >= stoppedAt);
	if (after.some((call) => call.fault !== undefined)) return [];
	const mine = extractions.filter(
		(each) => each.by === run.label && each.createdAt - plan.service.skew * 1_000 >= run.outcome.lastTryBegan,
	);
	return mine
		.filter(
			(each) =>
				each.status === 'completed' &&
				each.cancelRequestedAt === undefined &&
				each.endsAt - plan.service.skew * 1_000 > stoppedAt + 5_000,
		)
		.map(({ id }) => `${id} was not cancelled, and was charged`);
};

/** With On Error set to continue, n8n would pass the input through where the node throws: it may only after a stop. */
const continuesOnFail: OfRun = ({ plan }, run) =>
	plan.settings.continueOnFail && run.outcome.end === 'error' && run.outcome.stoppedAt === undefined
		? [`the node threw although it is to continue: ${run.outcome.error?.message}`]
		: [];

/** Failures that may pass are tried five times; a queue makes one more for every place that became free. */
const modestQueue: Property = (history) =>
	history.runs.flatMap((run) => {
		const { label, outcome } = run;
		const { extractions } = history;
		const failures = extractions.filter((each) => each.by === label && each.error?.retryable === true);
		const refused = failures.filter(({ error }) => error!.code === 'CONCURRENT_TASK_LIMIT').length;
		const batches = batchesOf(history, run).length;
		const minutes = (outcome.ended - outcome.began) / MINUTE;
		const tries = batches * Math.max(1, outcome.tries);
		const tooMany = refused > 8 * tries + (batches * minutes) / 2 || failures.length - refused > 5 * tries;
		return tooMany
			? [
					{
						run: label,
						what: `${refused} failed extractions for want of a place, ${failures.length - refused} others, in ${Math.round(minutes)} minutes`,
					},
				]
			: [];
	});

/** "What an earlier request asked for otherwise" is told where its rows come out. */
const differencesTold: OfRun = (_history, run) => {
	if (run.prompt === null) return [];
	const other = rowsOut(run).find(({ asked }) => asked !== run.prompt);
	const told = textOf(run.outcome.hints);
	return other && !/earlier|another prompt|differ/i.test(told)
		? [`rows for "${other.asked}" came out where "${run.prompt}" was asked, and nothing says so`]
		: [];
};

/** The faults that a later try may not meet. */
const PASSING = /^(reset|hang|html|cut|4|5)/;

/** What fails in a way that may pass is not tried again at once, and not before the time that the service asked for. */
const pausesBetweenTries: OfRun = ({ network }, run) => {
	const { stoppedAt = Infinity } = run.outcome;
	const calls = network.calls.filter((call) => call.run === run.label && call.at < stoppedAt);
	const hasty = calls.filter((call) => {
		const { fault, endedAt = Infinity, endpoint, asked = 150 } = call;
		// Several batches may ask for the list at the same time.
		if (fault === undefined || !PASSING.test(fault) || endpoint === 'list') return false;
		// The storage's answer to a part has no text: a part is there although that is cut.
		if (endpoint === 'put' && fault === 'cut_json') return false;
		const about = network.about(call);
		const alike = calls.filter((each) => each.endpoint === endpoint && network.about(each) === about);
		// The parts of a file ask for their URLs side by side.
		const others = alike.filter((each) => each !== call);
		const hasCompany = others.some((each) => each.at < endedAt && (each.endedAt ?? Infinity) > call.at);
		const next = others.find((each) => each.at >= endedAt);
		// n8n's own retry begins with the session again. A pause that the storage asked for ends with the try that it was told.
		const isNewTry =
			endpoint === 'put' &&
			calls.some((each) => each.endpoint === 'session' && each.at >= endedAt && each.at <= (next?.at ?? 0));
		return !isNewTry && !hasCompany && next !== undefined && next.at - endedAt < asked;
	});
	return hasty.length > 0
		? [
				`it tried again too soon: ${hasty.map((call) => `${call.endpoint} ${network.about(call)}`).join(', ')}`,
			]
		: [];
};

/** The files of each request that a run makes: all of them, or those of an item. */
function batchesOf({ plan }: History, { files, items }: Played): Array<Played['files']> {
	const { groupFiles } = plan.settings;
	if (groupFiles === 'perFile') return files.map((file) => [file]);
	if (groupFiles === 'forAllItems') return [files];
	return items.map((_, index) => files.filter(({ item }) => item === index));
}

/** The documents, in whatever order and however often they came. */
const idsOf = (files: Array<Pick<Played['files'][number], 'doc'>>): string =>
	[...new Set(files.map(({ doc }) => doc.id))].sort().join();

/** "Credits are for what is new": what an earlier run has done and paid comes out although none are left. */
const paidComesOut: OfRun = (history, run) => {
	const isPaidFor = (ids: string) => (each: Made) =>
		each.by !== run.label &&
		each.status === 'completed' &&
		each.endsAt - history.plan.service.skew * 1_000 < run.outcome.began &&
		!each.isExpired &&
		idsOf(each.docs) === ids;
	return batchesOf(history, run).flatMap((files, index, batches) => {
		// Which of the requests of an item an error is about, it does not say.
		const others = batches.filter((_, other) => other !== index).flat();
		if (others.some(({ item }) => files.some((file) => file.item === item))) return [];
		const ids = idsOf(files);
		const paid = extractionsOf(history, run.request).find(isPaidFor(ids));
		const out = rowsOut(run).map(({ doc }) => doc);
		if (!paid || paid.docs.every(({ doc }) => out.includes(doc.id))) return [];
		const isOurs = (item: number | undefined) =>
			item === undefined || files.some((file) => file.item === item);
		const errorItem = (run.outcome.error?.context as { itemIndex?: number } | undefined)?.itemIndex;
		const text = [
			isOurs(errorItem) ? errorText(run) : '',
			...failedItems(run)
				.filter((item) => (pairing(item) ?? []).some(isOurs))
				.map(({ json }) => textOf(json)),
		].join('\n');
		return /INSUFFICIENT_CREDITS|too few credits|not enough credits/i.test(text)
			? [`${paid.id} is completed and paid, and the node asks for credits`]
			: [];
	});
};

/** A Summary calls no file extracted whose rows nobody can have any more. */
const expiredIsNotExtracted: OfRun = ({ extractions, plan }, run) => {
	const hadExpired = extractions.filter(
		({ createdAt }) => createdAt - plan.service.skew * 1_000 + 90 * DAY <= run.outcome.began,
	);
	return itemsOf(run)
		.filter(
			({ json }) => json.status === 'completed' && hadExpired.some(({ id }) => id === json.extraction_id),
		)
		.map(({ json }) => `a Summary shows ${String(json.extraction_id)} as completed; it has expired`);
};

/** The service accepts every request of the node: nothing is sent that the contract does not allow. */
const wellFormed: Property = ({ network }) =>
	network.calls
		.filter(
			({ fault, endpoint, outcome }) => fault === undefined && endpoint !== 'submit' && outcome === '400',
		)
		.filter((call) => answerOf(call).error?.code === 'INVALID_INPUT')
		.map((call) => ({
			run: call.run,
			what: `${call.endpoint} ${network.about(call)} was refused: ${call.answer}`,
		}));

/** The node's own pacing keeps within the rate limits. */
const rare429s: Property = ({ service, runs }) =>
	service.earned429s > 3 * runs.length
		? [{ run: 'all', what: `${service.earned429s} times too many requests` }]
		: [];

/** "At most (parts in flight x part_size)": few requests at a time. */
const boundedAtOnce: Property = ({ network }) =>
	network.mostUnderWay > 48 ? [{ run: 'all', what: `${network.mostUnderWay} requests at a time` }] : [];

const noHang: Property = ({ hang }) => (hang === undefined ? [] : [{ run: 'the last', what: hang }]);

/** The names of the promises, each with its property. */
const PROMISES: Array<[string, Property]> = [
	['it ends', noHang],
	['at most one charge for a document of a request', oneCharge],
	['a next step that is followed charges nothing again', stepsCostNothing],
	['rows have the names of this run', ofRuns(namesOfThisRun)],
	['nothing completed is sent again', nothingSentAgain],
	['every row is of this request and knows its item', ofRuns(rowsOfThisRequest)],
	['the rows of a document come whole', ofRuns(wholeDocuments)],
	['every document is told of', ofRuns(everyDocumentTold)],
	['failed pages are told', ofRuns(failedPagesTold)],
	['after a submission every error carries the extraction ID', ofRuns(errorsCarryTheId)],
	['no secret comes out', ofRuns(noSecrets)],
	['only promises that hold', ofRuns(promisesThatHold)],
	['it ends in time, and two seconds after a stop', ofRuns(inTime)],
	['calls are bounded', ofRuns(boundedCalls)],
	['a stop cancels, where that was chosen', ofRuns(cancelledWhenStopped)],
	['failures are items, where the node is to continue', ofRuns(continuesOnFail)],
	['a queue leaves few failures behind', modestQueue],
	['rows of an earlier request are marked', ofRuns(differencesTold)],
	['it pauses before it tries again', ofRuns(pausesBetweenTries)],
	['what is paid comes out without credits', ofRuns(paidComesOut)],
	['what has expired is not extracted', ofRuns(expiredIsNotExtracted)],
	['every request is well-formed', wellFormed],
	['429s stay rare', rare429s],
	['few requests at a time', boundedAtOnce],
	['a rerun without trouble ends like an undisturbed run', ofRuns(undisturbed)],
];

export const promises = PROMISES.map(([name]) => name);

/** Every promise that a history broke. */
export function breaksOf(history: History): Break[] {
	return PROMISES.flatMap(([promise, property]) => property(history).map((found) => ({ promise, ...found })));
}

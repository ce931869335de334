import type { Call } from '../host/network';
import type { History, Played } from './play';
import type { Break } from './properties';
import { answerOf, itemsOf } from './observe';

const seconds = (history: History, at: number): string => `${((at - history.start) / 1_000).toFixed(2)} s`;

function callLine(history: History, call: Call): string {
	const { at, endedAt, endpoint, fault, outcome } = call;
	const about = history.network.about(call);
	const { error, status = '', extraction_id: id = '' } = answerOf(call);
	const code = error?.code ?? status;
	const took = endedAt === undefined ? 'never answered' : `${((endedAt - at) / 1_000).toFixed(1)} s`;
	return `    ${seconds(history, at)}  ${endpoint} ${about}${fault ? `  [${fault}]` : ''} -> ${outcome ?? '?'} ${code} ${id} (${took})`;
}

function runLines(history: History, run: Played): string[] {
	const { outcome, plan, files, label } = run;
	const end = plan.end
		? `, ${plan.end.kind} ${plan.end.phase} ${plan.end.atSubmission ? 'its submission' : `call ${plan.end.call}`}`
		: '';
	const calls = history.network.calls.filter((call) => call.run === label);
	const shown = calls.length > 60 ? [...calls.slice(0, 40), ...calls.slice(-20)] : calls;
	return [
		`  ${label}: request "${run.request}", execution ${run.executionId}, change: ${plan.change}${run.follows ? `, follows ${run.follows.run.label}` : ''}${end}${plan.withoutSessions ? ', the sessions lost before' : ''}${run.isLast ? ', at the end, without trouble' : ''}`,
		...files.map(
			({ item, field, name, doc }) => `    item ${item} ${field} "${name}": ${JSON.stringify(doc)}`,
		),
		...shown.map((call) => callLine(history, call)),
		`    => ${outcome.end} at ${seconds(history, outcome.ended)} after ${outcome.tries} tries${outcome.stoppedAt === undefined ? '' : `, stopped at ${seconds(history, outcome.stoppedAt)}`}`,
		...(outcome.error
			? [`    error: ${outcome.error.message}`, `      ${String(outcome.error.description)}`]
			: []),
		...itemsOf(run)
			.slice(0, 20)
			.map(
				({ json, pairedItem }) =>
					`    item out: ${JSON.stringify(json).slice(0, 400)} paired ${JSON.stringify(pairedItem)}`,
			),
		...outcome.hints.map(({ message }) => `    hint: ${message}`),
	];
}

/** A history as a person reads it. */
export function story(history: History, breaks: Break[]): string {
	const { plan, runs } = history;
	const extractions = history.extractions.map(
		({ id, submissionId, status, error, docs, credits, by }) =>
			`    ${id} "${submissionId}" ${status} ${error?.code ?? ''} [${docs.map(({ doc }) => doc.id).join(' ')}] ${credits} credits, by ${by}`,
	);
	return [
		'Broken:',
		...breaks.map(({ promise, run, what }) => `  ${promise} (${run}): ${what}`),
		'Settings:',
		`  ${JSON.stringify(plan.settings)}`,
		`  ${JSON.stringify({ ids: plan.ids, ...plan.service })}`,
		`  faults ${JSON.stringify(plan.faults)}`,
		'Runs:',
		...runs.flatMap((run) => runLines(history, run)),
		'At the service:',
		...extractions,
	].join('\n');
}

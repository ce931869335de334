import type { FastifyInstance } from 'fastify';
import { invalidInput } from '../../errors';
import { answersBody, issuesOf } from '../../http/answersSchema';
import { endpoint } from '../../http/endpoint';
import { extractionParams, scopeQuery } from '../../http/schemas';
import { refuseManyAnswers } from '../../newer';
import { statusPayload } from '../../payloads';
import { giveAnswers } from '../../processing/answering';
import { effectiveScope, findExtraction } from '../../visibility';
import type { World } from '../../world';

/** POST /extractions/{extraction_id}/answers */
export function answersRoute(app: FastifyInstance, world: World): void {
	const name = 'POST /extractions/{extraction_id}/answers';
	const shape = { params: extractionParams, query: scopeQuery, body: answersBody };
	endpoint(app, world, name, shape, ({ params, query, body, account }) => {
		const extraction = findExtraction(
			world,
			account,
			params.extraction_id,
			effectiveScope(account, query.scope),
		);
		if (world.settings.newer) refuseManyAnswers(body.answers);
		const issues = issuesOf(extraction, body.answers);
		if (issues.length > 0) throw invalidInput(...issues);
		const answers = body.answers.map((answer) => ({
			questionId: answer.question_id,
			choiceId: answer.choice_id,
			text: answer.text,
			acceptRecommended: answer.accept_recommended,
		}));
		giveAnswers(world, extraction, answers);
		return statusPayload(world, extraction);
	});
}

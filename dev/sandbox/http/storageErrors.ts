import type { FastifyReply } from 'fastify';

/** Answers as an object store does: XML with a code of its own, not the API's envelope. */
export function sendXml(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
	return reply
		.code(status)
		.type('application/xml')
		.send(
			`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
		);
}

/** What a proxy in between answers. */
export function sendHtml(reply: FastifyReply, status: number): FastifyReply {
	return reply
		.code(status)
		.type('text/html')
		.send(`<html><head><title>${status}</title></head><body><h1>${status}</h1><p>proxy</p></body></html>`);
}

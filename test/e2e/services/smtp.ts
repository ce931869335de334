import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as its reader sees it. */
export interface ReceivedMail {
	to: string;
	subject: string;
	text: string;
}

/** An SMTP server that keeps what it gets. */
export interface Smtp {
	/** Of n8n's SMTP credential. */
	credential: Record<string, unknown>;
	/** Every mail so far, oldest first. */
	mails: ReceivedMail[];
	/** Refuses every mail. */
	isRefusing: boolean;
	stop(): Promise<void>;
}

/** On a free port of the loopback interface, without encryption and without sign-in. */
export async function startSmtp(): Promise<Smtp> {
	const mails: ReceivedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		onMailFrom: (_address, _session, done) => done(smtp.isRefusing ? new Error('Not now') : null),
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '' }) => {
					mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), subject, text });
					done();
				}, done);
			});
		},
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.server.address() as AddressInfo;
	const smtp: Smtp = {
		credential: { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' },
		mails,
		isRefusing: false,
		stop: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
	return smtp;
}

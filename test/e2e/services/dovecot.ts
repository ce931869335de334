import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';
import { freePorts } from '../support/ports';
import { startProcess } from '../support/processes';
import { run } from '../support/run';
import { until } from '../support/until';
import { firstOf, need, type Program } from './debian';

/** It changes users. */
export const DOVECOT: Program = {
	debianPackage: 'dovecot-imapd',
	find: firstOf('/usr/sbin/dovecot'),
	asRoot: true,
};

/** A mail with this header is delivered without a Message-ID, which the composer always gives it. */
export const WITHOUT_ID = 'X-Without-Message-ID';

/** An IMAP server with one mailbox. */
export interface MailServer {
	host: string;
	port: number;
	user: string;
	password: string;
	/** Puts a mail into the inbox, as a delivery agent does. */
	deliver(mail: Mail.Options): Promise<void>;
	/** Waits until somebody listens to the inbox. */
	untilWatched(): Promise<void>;
	stop(): Promise<void>;
}

const USER = 'invoices';

const configuration = (folder: string, port: number, password: string, { uid, gid }: Owner): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
first_valid_uid = 1
mailbox_idle_check_interval = 1 secs
# A process tells in its title what it does: that is how it is seen that a client waits for mails.
verbose_proctitle = yes
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

interface Owner {
	uid: number;
	gid: number;
}

/** A dovecot of our own on a free port of the loopback interface. */
export async function startMailServer(): Promise<MailServer> {
	const dovecot = await need(DOVECOT);
	const [uid, gid] = (await Promise.all(
		['-u', '-g'].map(async (flag) => Number(await run('id', [flag, 'mail']))),
	)) as [number, number];
	const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
	await chmod(folder, 0o755);
	const inbox = join(folder, 'mail');
	for (const each of [inbox, ...['tmp', 'new', 'cur'].map((name) => join(inbox, name))]) {
		await mkdir(each);
		await chown(each, uid, gid);
	}
	const [port] = (await freePorts(1)) as [number];
	const password = randomBytes(12).toString('hex');
	const file = join(folder, 'dovecot.conf');
	await writeFile(file, configuration(folder, port, password, { uid, gid }));
	const server = startProcess({ command: dovecot, args: ['-F', '-c', file] });
	const stop = async () => {
		await server.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		await until('dovecot to listen', async () => await run('doveadm', ['-c', file, 'process', 'status']), {
			seconds: 30,
			detail: server.output,
		});
	} catch (error) {
		await stop();
		throw error;
	}
	let delivered = 0;
	return {
		host: '127.0.0.1',
		port,
		user: USER,
		password,
		stop,
		async untilWatched() {
			const titles = async () => {
				const status = await run('doveadm', ['-c', file, 'process', 'status', 'imap']);
				const pids = [...status.matchAll(/^imap +(\d+) /gm)].map(([, pid]) => pid!);
				return await Promise.all(pids.map(async (pid) => await readFile(`/proc/${pid}/cmdline`, 'utf8')));
			};
			await until('a client to wait for mails', async () =>
				(await titles()).some((title) => title.includes('IDLE')),
			);
		},
		async deliver(mail) {
			const text = (await new MailComposer(mail).compile().build()).toString('latin1');
			const bytes = text.includes(WITHOUT_ID) ? text.replace(/^Message-ID: .*\r\n/im, '') : text;
			const name = `${Date.now()}.${(delivered += 1)}.localhost`;
			const path = join(inbox, 'tmp', name);
			await writeFile(path, bytes, 'latin1');
			await chown(path, uid, gid);
			await rename(path, join(inbox, 'new', name));
		},
	};
}

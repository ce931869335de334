import { dirname } from 'node:path';
import type { InstalledHost } from './install';

export interface Database {
	host: string;
	port: number;
	user: string;
	password: string;
	database: string;
}

export interface HostSettings {
	/** N8N_USER_FOLDER */
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	database: Database;
	/** The one folder that workflows may read files from and write files to. */
	filesFolder: string;
}

/** What a host runs with: nothing of this process's environment but its paths, on the loopback interface, quiet and offline. */
export function hostEnvironment(host: InstalledHost, settings: HostSettings): NodeJS.ProcessEnv {
	const { database } = settings;
	const { E2E_COMPILE_CACHE: compileCache } = process.env;
	return {
		PATH: `${dirname(host.node)}:${process.env.PATH}`,
		HOME: settings.userFolder,
		// Deleted with the host: n8n leaves a folder of its own there.
		TMPDIR: settings.userFolder,
		TZ: 'UTC',
		GENERIC_TIMEZONE: 'UTC',
		LANG: 'C.UTF-8',
		// Where this run keeps compiled code: a seventh of a start, for a Node that knows it.
		...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
		N8N_USER_FOLDER: settings.userFolder,
		N8N_ENCRYPTION_KEY: settings.encryptionKey,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_RESTRICT_FILE_ACCESS_TO: settings.filesFolder,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: database.host,
		DB_POSTGRESDB_PORT: String(database.port),
		DB_POSTGRESDB_USER: database.user,
		DB_POSTGRESDB_PASSWORD: database.password,
		DB_POSTGRESDB_DATABASE: database.database,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	};
}

/** How the package names itself to the service (`X-SDK-Name` takes at most 32 characters). */
export const SDK_NAME = 'n8n-document-data-extraction';

/** The package's version; a test holds it equal to package.json, which shipped code cannot read. */
export const SDK_VERSION = '0.1.0';

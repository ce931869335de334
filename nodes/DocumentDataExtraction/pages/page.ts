import { Html, markup } from './html';
import { STYLE } from './style';

/** A page for a person. */
export interface Page {
	/** The HTTP status; 200 if absent. */
	status?: number;
	title: string;
	/** The content below the title. */
	body: Html;
}

/** The whole document of a page. It runs no script and loads nothing. */
export const htmlPage = ({ title, body }: Page): string =>
	markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.source;

import { completed, exampleFile } from '../../support/fixtures/processDocument';

const dateFile = exampleFile('ambiguous-date.pdf');
const nameFile = exampleFile('two-names.pdf');
const sumFile = exampleFile('totals-do-not-add-up.pdf');
const files = [dateFile, nameFile, sumFile];
const english = 'Extract the usual invoice data';

/** A word that each message and note has in its language, in the order in which they come. */
const WORDS: Record<string, string[]> = {
	en: ['was read', 'letterhead was used', 'the total says', 'Date order', 'Supplier name'],
	de: ['gelesen wurde', 'Briefkopf wurde', 'der Gesamtbetrag', 'Reihenfolge', 'Lieferanten'],
	fr: ['a été lue', 'l’en-tête a été', 'le total indiqué', 'Ordre de la date', 'fournisseur'],
	es: ['se leyó', 'se usó el membrete', 'el total dice', 'Orden de la fecha', 'proveedor'],
};
const told = async (request: Parameters<typeof completed>[1]) => {
	const { reviewItems, notes } = await completed(files, request);
	return [...reviewItems.map(({ message }) => message), ...notes.map(({ topic }) => topic)];
};
const inLanguage = (language: string) => WORDS[language]!.map((word) => expect.stringContaining(word));

test.each(Object.keys(WORDS))(
	'messages and notes are written in %s where that is asked for',
	async (code) => {
		expect(await told({ prompt: english, outputLanguage: code })).toEqual(inLanguage(code));
	},
);

test('a language that the sandbox does not write is written in English', async () => {
	expect(await told({ prompt: english, outputLanguage: 'ja' })).toEqual(inLanguage('en'));
});

test.each([
	['en', english],
	['de', 'Bitte lies aus jeder Rechnung die üblichen Daten'],
	['fr', 'Veuillez extraire de chaque facture les données habituelles'],
	['es', 'Extraer de cada factura los datos habituales'],
	['en', 'Invoice data / Rechnung'],
	['en', 'data data data'],
])('with automatic, %s follows from the prompt %j', async (language, prompt) => {
	expect(await told({ prompt })).toEqual(inLanguage(language));
	expect(await told({ prompt, outputLanguage: 'automatic' })).toEqual(inLanguage(language));
});

test('with automatic, the names of fields count too; values, file names and field names stay as they are', async () => {
	const prompt = { fields: [{ name: 'Rechnungsdatum' }, { name: 'Lieferant' }] };
	const { reviewItems, columns } = await completed([dateFile], { prompt });
	expect(columns).toEqual(['Rechnungsdatum', 'Lieferant']);
	expect(reviewItems).toMatchObject([
		{
			message: expect.stringMatching(/^Das Datum 03\/04\/2026 /),
			affected_fields: ['Rechnungsdatum'],
			source_references: ['ambiguous-date.pdf (Page 1)'],
		},
	]);
});

test.each(['de', 'fr', 'es'])(
	'what a note suggests in %s settles the matter in the next prompt',
	async (code) => {
		const request = { prompt: english, outputLanguage: code };
		const first = await completed([dateFile, nameFile], request);
		const additions = first.notes
			.flatMap((note) => note.suggested_prompt_additions)
			.flatMap(({ instructions }) => instructions);
		expect(additions).toHaveLength(2);
		const prompt = [english, ...additions].join('\n');
		expect(await completed([dateFile, nameFile], { ...request, prompt })).toMatchObject({
			reviewItems: [],
			notes: [],
		});
	},
);

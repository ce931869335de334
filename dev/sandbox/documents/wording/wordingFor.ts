import { promptText } from '../ambiguities/promptText';
import type { PromptObject } from '../types';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import type { Wording } from './Wording';

/** The languages that the sandbox writes. The contract's others are written in English. */
const WORDINGS: Record<string, Wording> = { en, de, fr, es };

/** Words, or beginnings of words (`*`), that give a language away. None is in two lists. */
const TELLING: Record<string, string> = {
	en: 'the and with of from for each every extract* invoice* supplier* amount* please number* read',
	de: 'der die das und mit bitte alle jede* aus dem den für lies extrahier* rechnung* lieferant* betrag* gesamtbetrag* datum steuer* mehrwertsteuer mwst netto* brutto*',
	fr: 'le les et avec du pour dans chaque veuillez extraire extrayez facture factures fournisseur* montant* numéro* tva lire',
	es: 'el los las y con una del para en cada extrae extraer extraiga factura facturas proveedor* importe* fecha* número* iva leer',
};

/** "With `automatic` the language follows the prompt, and is English when unclear." */
function languageOf(text: string): string {
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const scores = Object.entries(TELLING).map(([language, list]) => {
		const telling = list.split(' ');
		const isTelling = (word: string) =>
			telling.some((one) => (one.endsWith('*') ? word.startsWith(one.slice(0, -1)) : word === one));
		return { language, score: words.filter(isTelling).length };
	});
	const [best, next] = scores.sort((a, b) => b.score - a.score);
	return best!.score > next!.score ? best!.language : 'en';
}

/** The words for review messages and prompt notes. */
export function wordingFor(outputLanguage: string, prompt: string | PromptObject): Wording {
	const language = outputLanguage === 'automatic' ? languageOf(promptText(prompt)) : outputLanguage;
	return WORDINGS[language] ?? en;
}

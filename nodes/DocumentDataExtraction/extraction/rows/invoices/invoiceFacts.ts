import type { ResultRow } from '../../../api/schemas/extractions';
import { REVIEW_COLUMN, SOURCE_COLUMN } from '../SourceIndex';
import { cellText } from './cellText';
import { bareName, isSupplierColumn } from './columns';
import { agreeingColumns } from './header';

/** Names of what belongs to a line, as `bareName` gives them. Whatever is not known as that counts as the invoice's. */
const LINE_NAMES = new RegExp(
	[
		'^(line|item|product|goods|article|artikel|articulo|articolo|artigo|posten|produit|producto|prodotto|produto)',
		'^(pos|position|positionsnummer|posno|posnr|sku|uom|unit|units|einheit|rate|amount|betrag|montant|importe|importo|bedrag)$',
		'descri|beschreibung|bezeichnung|designation|omschrijving',
		'quantit|qty|menge|anzahl|cantidad|aantal|hours|stunden',
		'price|preis|prix|precio|prezzo|preco|prijs|discount|rabatt',
		'^(vat|tax|mwst|ust)(rate|satz|percent|code)$',
	].join('|'),
);

/**
 * Picks the columns that tell one invoice from another: those in which no invoice's rows differ and that are not named like a line's, or
 * those that the user names. Supplier columns always count.
 *
 * @param invoices rows that are known to be one invoice each
 */
export function tellingColumns(
	invoices: Iterable<readonly ResultRow[]>,
	columns: readonly string[],
	headerColumns: readonly string[],
): string[] {
	const agreeing = agreeingColumns(invoices, columns);
	const isOfInvoice = (column: string): boolean =>
		headerColumns.length > 0
			? headerColumns.includes(column)
			: agreeing.has(column) && !LINE_NAMES.test(bareName(column));
	return columns.filter(
		(column) =>
			column !== SOURCE_COLUMN &&
			column !== REVIEW_COLUMN &&
			(isSupplierColumn(column) || isOfInvoice(column)),
	);
}

/** The sources of an invoice's rows, and the values that distinguish it from other invoices. */
export class InvoiceFacts {
	private readonly sources: ReadonlySet<string>;
	private readonly said: Map<string, Set<string>>;

	constructor(rows: readonly ResultRow[], telling: readonly string[]) {
		this.sources = new Set(rows.map((row) => cellText(row[SOURCE_COLUMN])));
		this.said = new Map(
			telling.map((column) => [
				column,
				new Set(rows.map((row) => cellText(row[column])).filter((text) => text !== '')),
			]),
		);
	}

	/** Whether nothing speaks against a row being one of the invoice: it is on a page of it, and says nothing else. */
	allow(row: ResultRow): boolean {
		if (!this.sources.has(cellText(row[SOURCE_COLUMN]))) return false;
		for (const [column, texts] of this.said) {
			const text = cellText(row[column]);
			if (text !== '' && texts.size > 0 && !texts.has(text)) return false;
		}
		return true;
	}
}

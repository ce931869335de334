import type { FieldWords } from './fieldWords';
import { invoiceFields, type InvoiceKey } from './invoiceFields';
import { lineFields, type LineKey } from './lineFields';

export { invoiceFields, lineFields, type InvoiceKey, type LineKey };
export type { FieldWords, ValueType } from './fieldWords';

export type FieldKey = InvoiceKey | LineKey;

export const allKeys = [...Object.keys(invoiceFields), ...Object.keys(lineFields)] as FieldKey[];

export function isLineKey(key: FieldKey): key is LineKey {
	return key in lineFields;
}

export function wordsFor(key: FieldKey): FieldWords {
	return isLineKey(key) ? lineFields[key] : invoiceFields[key];
}

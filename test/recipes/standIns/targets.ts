import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

/** A stand-in for a sheet, and for n8n's node that reads it and appends to it. */
export class Sheet {
	readonly rows: IDataObject[] = [];
	/** Refuses to append. */
	isLocked = false;

	readonly node: Execute = (context) => {
		const items = context.getInputData();
		if (context.getNodeParameter('operation', 0) === 'read')
			return [this.rows.map((row) => ({ json: { ...row }, pairedItem: { item: 0 } }))];
		// Else Google computes what it is given, and two runs at once write over each other.
		expect(context.getNodeParameter('options', 0)).toMatchObject({ cellFormat: 'RAW', useAppend: true });
		if (this.isLocked) {
			const error = new NodeOperationError(context.getNode(), 'The caller does not have permission');
			if (!context.continueOnFail()) throw error;
			return [[{ json: items[0]!.json, error }]];
		}
		if (context.getNodeParameter('operation', 0) === 'appendOrUpdate') {
			const [key] = context.getNodeParameter('columns.matchingColumns', 0) as string[];
			for (const { json } of items) {
				const same = this.rows.find((row) => row[key!] === json[key!]);
				if (same) Object.assign(same, json);
				else this.rows.push({ ...json });
			}
		} else this.rows.push(...items.map(({ json }) => ({ ...json })));
		return [items.map((each, item) => ({ ...each, pairedItem: { item } }))];
	};
}

export interface Told {
	subject: string;
	text: string;
}

/** A stand-in for a mail server, and for n8n's node that sends by it. */
export class MailServer {
	readonly told: Told[] = [];

	readonly node: Execute = forEachItem((context, item) => {
		const read = (name: string) => context.getNodeParameter(name, item) as string;
		this.told.push({ subject: read('subject'), text: read('text') });
		return { accepted: [read('toEmail')] };
	});
}

/** A stand-in for a table of PostgreSQL, and for n8n's node that inserts into it, row by row. */
export class Table {
	readonly rows: IDataObject[] = [];
	/** Inserts fail as a whole: n8n's node then throws, whatever its On Error says. */
	isGone = false;

	readonly node: Execute = async (context) => {
		if (this.isGone && context.getNodeParameter('operation', 0) === 'insert')
			throw new NodeOperationError(context.getNode(), 'Connection refused');
		return await this.each(context);
	};

	private readonly each: Execute = forEachItem((context, item) => {
		if (context.getNodeParameter('operation', item) === 'executeQuery') return { success: true };
		expect(context.getNodeParameter('options', item)).toMatchObject({
			queryBatching: 'independently',
			skipOnConflict: true,
		});
		const { value, schema } = context.getNodeParameter('columns', item) as {
			value: IDataObject;
			schema: Array<{ type: string }>;
		};
		// Else n8n refuses some rows itself, and 2.41.1 then names other rows than those that the database refuses.
		expect(schema.map(({ type }) => type)).toEqual(schema.map(() => 'string'));
		expect(Object.keys(value)).toContain('message_id');
		const { total, invoice_date: date } = value;
		const isRefused =
			Object.values(value).some((cell) => typeof cell === 'string' && cell.includes('\0')) ||
			(total !== null && !Number.isFinite(Number(total))) ||
			(date !== null && Number.isNaN(Date.parse(String(date))));
		// n8n 2.41.1 leaves out what the database says.
		if (isRefused) return { error: { description: 'Failed query: INSERT INTO $1:name.$2:name' } };
		if (this.rows.some((row) => row.row_id === value.row_id)) return { success: true };
		this.rows.push({ ...value });
		return { ...value };
	});
}

interface Conditions {
	conditions: Array<{ keyName: string; condition?: string; keyValue: unknown }>;
}

interface Columns {
	value: IDataObject | null;
	schema?: Array<{ id: string; type?: string }>;
}

/** A stand-in for n8n's data tables. */
export class DataTables {
	private readonly tables = new Map<string, IDataObject[]>();
	/** The name of a table that takes no rows. */
	locked?: string;

	/** Makes a table with these rows, unless there is one of that name. */
	create(name: string, ...rows: IDataObject[]): void {
		if (!this.tables.has(name)) this.tables.set(name, rows);
	}

	/** The rows of a table; of the only one without a name. */
	rowsOf(name = [...this.tables.keys()][0] ?? ''): IDataObject[] {
		return this.tables.get(name) ?? [];
	}

	readonly node: Execute = forEachItem((context, item) => {
		const read = (name: string, fallback?: unknown) => context.getNodeParameter(name, item, fallback);
		const operation = read('operation') as string;
		if (operation === 'create') {
			const name = read('tableName') as string;
			this.create(name);
			return { name };
		}
		const { value: table } = read('dataTableId') as { value: string };
		const rows = this.tables.get(table);
		if (!rows) throw new Error('There is no such data table');
		const { conditions } = read('filters', { conditions: [] }) as Conditions;
		const meets = (row: IDataObject) => {
			const met = conditions.map(
				({ keyName, condition, keyValue }) => (row[keyName] === keyValue) === (condition !== 'neq'),
			);
			return read('matchType', '') === 'anyCondition'
				? met.length === 0 || met.includes(true)
				: !met.includes(false);
		};
		if (operation === 'rowNotExists') return rows.some(meets) ? [] : [context.getInputData()[item]!];
		const found = operation === 'insert' ? [] : rows.filter(meets);
		if (operation !== 'get') {
			const { json } = context.getInputData()[item]!;
			const { value: given, schema = [] } = read('columns') as Columns;
			const value = given ?? json;
			if (table === this.locked) throw new Error('The data table takes no rows');
			const isOdd = ({ id, type }: { id: string; type?: string }) =>
				type === 'number' && typeof value[id] === 'string';
			// A table that is mapped automatically has its columns from elsewhere.
			if (schema.some(isOdd) || typeof value.total === 'string') {
				// n8n outputs what the table refuses as it came, if the node continues.
				if (context.getNode().onError === 'continueRegularOutput') return { ...json };
				throw new Error('A value does not match the column type number');
			}
			for (const row of found) Object.assign(row, value);
			if (found.length === 0 && operation !== 'update') {
				found.push(value);
				rows.push({ ...value });
			}
		}
		return found.map((row) => ({ json: { ...row, createdAt: new Date().toISOString() } }));
	});
}

/** A stand-in for the last page of a form. */
export class FormPage {
	title = '';
	text = '';

	readonly node: Execute = (context) => {
		this.title = context.getNodeParameter('completionTitle', 0) as string;
		this.text = context.getNodeParameter('completionMessage', 0) as string;
		return [context.getInputData()];
	};
}

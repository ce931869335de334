import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { openOffice, type Office } from './standIns/office';

/** `MIXTURES=200 npm test -- recipes/mixtures` plays more. */
const COUNT = Number(process.env.MIXTURES ?? 3);
const FIRST = Number(process.env.FIRST_MIXTURE ?? 1);
const A_ROUND = 15 * 60_000;

/** Numbers from 0 to 1, others for each seed. */
function random(seed: number): () => number {
	let last = (seed * 2_654_435_761) % 2_147_483_647 || 1;
	return () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** What becomes of a document that is brought. */
type Fate = 'row' | 'told' | 'left out';

interface Brought {
	fileName: string;
	mimeType: string;
	bytes: Buffer;
	fate: Fate;
	/** Of what becomes a row or a review. */
	number?: string;
	pages: number;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const KINDS: Record<string, (number: string) => Promise<Omit<Brought, 'number'> & { number?: string }>> = {
	good: async (number) => ({
		...PDF,
		fileName: 'invoice.pdf',
		bytes: await makeInvoicePdf({ number }),
		fate: 'row',
		number,
	}),
	doubtful: async (number) => ({
		...PDF,
		fileName: 'invoice.pdf',
		bytes: await makeInvoicePdf({ number, statedTotal: 999 }),
		fate: 'row',
		number,
	}),
	locked: async (number) => ({
		...PDF,
		fileName: `locked ${number}.pdf`,
		bytes: await makeInvoicePdf({ number }, { encrypted: true }),
		fate: 'told',
		pages: 0,
	}),
	large: async (number) => ({
		fileName: `scan ${number}.png`,
		mimeType: 'image/png',
		bytes: Buffer.concat([PNG, Buffer.alloc(5_300_000, number)]),
		fate: 'told',
		pages: 0,
	}),
	otherKind: async (number) => ({
		fileName: `letter ${number}.docx`,
		mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		bytes: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(9_000, number)]),
		fate: 'told',
		pages: 0,
	}),
	logo: async (number) => ({
		fileName: `logo ${number}.png`,
		mimeType: 'image/png',
		bytes: Buffer.concat([PNG, Buffer.from(number)]),
		fate: 'left out',
		pages: 0,
	}),
};
const PDF = { mimeType: 'application/pdf', pages: 1 };

class Mixture {
	readonly brought: Brought[] = [];
	private readonly next: () => number;

	constructor(
		private readonly seed: number,
		private readonly office: Office,
	) {
		this.next = random(seed);
	}

	isSo = (share: number): boolean => this.next() < share;

	upTo = (most: number): number => 1 + Math.floor(this.next() * most);

	oneOf = <T>(all: T[]): T => all[Math.floor(this.next() * all.length)]!;

	/** A document of some kind, or one that was brought before. */
	async bring(kinds: string[], shareOfOld = 0): Promise<Brought> {
		const again = this.brought.length > 0 && this.isSo(shareOfOld);
		const one = again
			? this.oneOf(this.brought)
			: await KINDS[this.oneOf(kinds)]!(`M${this.seed}-${this.brought.length + 1}`);
		this.brought.push(one);
		return one;
	}

	/** Each that becomes a row or a review, once. */
	get numbers(): string[] {
		return [...new Set(this.brought.flatMap(({ number }) => number ?? []))].sort();
	}

	/** Each page of a different document, once. */
	get pages(): number {
		const different = new Set(this.brought.filter(({ pages }) => pages > 0).map(({ bytes }) => bytes));
		return different.size;
	}

	outage(): void {
		const kind = this.oneOf(['html', 'reset'] as const);
		this.office.node.sandbox.control.addFault({ endpoint: '*', kind, status: 503, count: Infinity });
	}

	isUp(): void {
		this.office.node.sandbox.control.clearFaults();
	}
}

/** Time that passes at once. */
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** What became of all documents of the mixtures so far. */
const total: Record<string, number> = {};

/** Counts documents by what became of them: each document that was brought once. */
function count(recipe: string, brought: number, became: Record<string, number>): void {
	expect(Object.values(became).reduce((sum, each) => sum + each, 0)).toBe(brought);
	for (const [what, documents] of Object.entries({ brought, ...became })) {
		const name = `${recipe}: ${what}`;
		total[name] = (total[name] ?? 0) + documents;
	}
}

const SEEDS = Array.from({ length: COUNT }, (_, index) => FIRST + index);

describe('Random mixtures of documents', () => {
	afterAll(() => {
		if (process.env.MIXTURES) console.log(total);
	});

	it.each(SEEDS)(
		'Drive to Sheets, mixture %i: files in = files in Done + files in Please check, told; each row once',
		async (seed) => {
			const office = await openOffice('google-drive-to-google-sheets');
			try {
				const mixture = new Mixture(seed, office);
				const { drive, mail, sheet } = office;
				const kinds = ['good', 'good', 'good', 'doubtful', 'locked', 'large', 'otherKind'];
				let rounds = 0;
				const isQuiet = () => drive.in('your-inbox').length + drive.in('your-in-progress').length === 0;
				while (rounds < 4 || !isQuiet()) {
					if (rounds < 4)
						for (let left = mixture.upTo(3); left > 0; left--) {
							const { fileName, bytes, mimeType } = await mixture.bring(kinds, 0.2);
							const file = drive.add(fileName, 'your-inbox', bytes, mimeType);
							if (mixture.isSo(0.1)) drive.broken.add(file.id);
						}
					else drive.broken.clear();
					const isDisturbed = rounds < 4;
					if (isDisturbed && mixture.isSo(0.3)) mixture.outage();
					sheet.isLocked = isDisturbed && mixture.isSo(0.15);
					const execution = [office.tryRun()];
					if (isDisturbed && mixture.isSo(0.2)) execution.push(office.tryRun());
					await Promise.all(execution);
					mixture.isUp();
					// What was left in In progress is taken again after two hours.
					await pause(rounds < 4 ? A_ROUND : 9 * A_ROUND);
					rounds += 1;
					expect(rounds).toBeLessThan(12);
				}
				const told = mixture.brought.filter(({ fate }) => fate === 'told');
				expect(drive.in('your-please-check')).toEqual(told.map(({ fileName }) => fileName).sort());
				expect(drive.in('your-done')).toHaveLength(mixture.brought.length - told.length);
				const subjects = mail.told
					.map(({ subject }) => subject)
					.filter((each) => each.startsWith('Please check'));
				expect(new Set(subjects)).toEqual(new Set(told.map(({ fileName }) => `Please check: ${fileName}`)));
				expect(sheet.rows.map((row) => row['Invoice Number']).sort()).toEqual(mixture.numbers);
				expect(office.charged()).toBe(mixture.pages);
				const isDoubtful = (row: IDataObject) => Boolean(row['Review Needed']);
				const reviews = sheet.rows.filter(isDoubtful).length;
				count('Drive to Sheets', mixture.brought.length, {
					rows: sheet.rows.length - reviews,
					'rows that say what to check': reviews,
					'in Done, the same document again': drive.in('your-done').length - sheet.rows.length,
					'in Please check, told': told.length,
				});
			} finally {
				await office.close();
			}
		},
	);

	it.each(SEEDS)(
		'Email to Postgres, mixture %i: documents in = rows + told + logos left out',
		async (seed) => {
			const office = await openOffice('email-to-database');
			try {
				const mixture = new Mixture(seed, office);
				const kinds = ['good', 'good', 'doubtful', 'locked', 'large', 'otherKind', 'logo'];
				for (let rounds = 0; rounds < 3; rounds++) {
					const mails: INodeExecutionData[] = [];
					for (let left = mixture.upTo(3); left > 0; left--) {
						const binary: INodeExecutionData['binary'] = {};
						for (let files = mixture.upTo(3); files > 0; files--) {
							const { fileName, bytes, mimeType } = await mixture.bring(kinds);
							binary[`attachment_${files}`] = await office.node.engine.storeFile(bytes, fileName, mimeType);
						}
						mails.push({
							json: { subject: `Mail ${seed}`, ...(mixture.isSo(0.7) && { messageId: 'shared' }) },
							binary,
						});
					}
					const isDisturbed = mixture.isSo(0.3);
					if (isDisturbed) mixture.outage();
					const run = office.run(mails);
					if (isDisturbed) {
						await pause(A_ROUND * mixture.upTo(16));
						mixture.isUp();
					}
					await run;
					// Somebody forwards mails once more.
					if (mixture.isSo(0.3)) await office.run(mails);
				}
				const told = office.mail.told.map(({ text }) => text);
				const isTold = ({ number, fileName }: Brought) =>
					told.some((text) => text.includes(number === undefined ? fileName : `invoice_number: ${number}`));
				const subjects = office.mail.told.map(({ subject, text }) => subject + text);
				const isRow = ({ number }: Brought) => office.table.rows.some((row) => row.invoice_number === number);
				const lost = mixture.brought.filter(
					(one) =>
						one.fate !== 'left out' &&
						!isRow(one) &&
						!isTold(one) &&
						!subjects.some((text) => text.includes(one.fileName)),
				);
				expect(lost.map(({ fileName, number }) => number ?? fileName)).toEqual([]);
				const numbers = office.table.rows.map((row) => row.invoice_number);
				expect(new Set(numbers).size).toBe(numbers.length);
				expect(office.charged()).toBe(mixture.pages);
				const others = mixture.brought.filter((one) => !isRow(one));
				count('Email to Postgres', mixture.brought.length, {
					rows: numbers.length,
					'sent to accounting for review': others.filter(({ number }) => number !== undefined).length,
					told: others.filter(({ fate }) => fate === 'told').length,
					'logos left out': others.filter(({ fate }) => fate === 'left out').length,
				});
			} finally {
				await office.close();
			}
		},
	);
});

import { openOffice, type Office } from './standIns/office';

const A_DAY = 24 * 3_600_000;

describe('What it cost', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('what-it-cost')));
	afterEach(async () => await office.close());

	/** Noon of a day of the month before, whatever month it is. */
	const lastMonth = (day: number) => {
		const now = new Date();
		return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, day, 12));
	};
	const seed = (task_name: string, created: Date, credits_deducted: number) =>
		office.node.sandbox.control.createExtraction({
			task_name,
			status: 'completed',
			created_at: created.toISOString(),
			credits_deducted,
		});

	it('each day and task of the month before is a row with its credits, and a second run only brings them up to date', async () => {
		seed('Invoices', lastMonth(3), 2);
		seed('Invoices', lastMonth(3), 3);
		seed('Travel', lastMonth(3), 1);
		seed('Invoices', lastMonth(4), 4);
		seed('Invoices', new Date(lastMonth(1).getTime() - 2 * A_DAY), 50);
		seed('Invoices', new Date(), 70);
		await office.run();
		seed('Invoices', lastMonth(4), 6);
		await office.run();
		const day = (date: number) => lastMonth(date).toISOString().slice(0, 10);
		const Key = expect.any(String) as string;
		expect(office.sheet.rows).toEqual(
			expect.arrayContaining([
				{ Key, Day: day(3), Task: 'Invoices', Extractions: 2, Credits: 5 },
				{ Key, Day: day(3), Task: 'Travel', Extractions: 1, Credits: 1 },
				{ Key, Day: day(4), Task: 'Invoices', Extractions: 2, Credits: 10 },
			]),
		);
		expect(office.sheet.rows).toHaveLength(3);
		expect(office.mail.told).toEqual([]);
	});

	it('a service that is down and a sheet that takes no rows are told, and the next run writes all', async () => {
		seed('Invoices', lastMonth(3), 2);
		const { control } = office.node.sandbox;
		control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
		await office.run();
		control.clearFaults();
		office.sheet.isLocked = true;
		await office.run();
		expect(office.mail.told.map(({ text }) => text)).toEqual([
			expect.stringMatching(/503[^]*Execute workflow/),
			expect.stringMatching(/permission[^]*Execute workflow/),
		]);
		office.sheet.isLocked = false;
		await office.run();
		expect(office.sheet.rows).toHaveLength(1);
	});
});

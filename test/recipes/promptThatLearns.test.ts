import { makeInvoicePdf } from '../../examples/documents/invoicePdf';
import { STATUS } from '../support/endpoints';
import { openOffice, type Office } from './standIns/office';

const SUGGESTION = 'Read dates with the day first.';

describe('A prompt that learns', () => {
	let office: Office;
	beforeEach(async () => (office = await openOffice('prompt-that-learns')));
	afterEach(async () => await office.close());

	const pdf = async (number: string, encrypted = false): Promise<[string, Buffer]> => [
		`${number}.pdf`,
		// Day first or month first?
		await makeInvoicePdf({ number, date: '03/04/2026', dueDate: undefined }, { encrypted }),
	];
	const upload = async (...files: Array<[name: string, bytes: Buffer]>) => {
		const entries = files.map(async ([name, bytes], index) => [
			`Documents_${index}`,
			await office.node.engine.storeFile(bytes, name, 'application/pdf'),
		]);
		return [{ json: {}, binary: Object.fromEntries(await Promise.all(entries)) }];
	};
	const read = () =>
		office.dataTable
			.rowsOf('Learned invoices')
			.map((row) => row.invoice_number)
			.sort();
	const additions = () =>
		office.dataTable.rowsOf('Prompt additions').map((row) => [row.instruction, row.decision]);
	const documents = () =>
		office.dataTable
			.rowsOf('Prompt documents')
			.map(({ file_name, state, problem }) => [file_name, state, problem]);
	const fetched = () => office.dataTable.rowsOf('Prompt documents').map(({ suggestions }) => suggestions);
	const prompts = () => office.node.sandbox.control.extractions().map((each) => JSON.stringify(each));

	it('what a person accepts is part of the next prompt; no document is read or charged again for it', async () => {
		const first = await pdf('A-1');
		const page = await office.park(await upload(first, await pdf('locked', true)));
		expect([read(), additions()]).toEqual([['A-1'], [[SUGGESTION, '']]]);
		expect(documents().sort()).toEqual([
			['A-1.pdf', 'extracted', ''],
			['locked.pdf', 'failed', expect.stringMatching(/password.*Remove the password/)],
		]);
		await page.finish({ d_0: 'accept' });
		await page.parked.ended;
		expect(additions()).toEqual([[SUGGESTION, 'accepted']]);
		await office.run(await upload(['renamed.pdf', first[1]], await pdf('A-2')));
		expect([read(), office.charged()]).toEqual([['A-1', 'A-2'], 2]);
		expect(prompts().filter((prompt) => prompt.includes(SUGGESTION))).toHaveLength(1);
	});

	it('a reworded suggestion counts as the person wrote it, a rejected one is not asked about again, an undecided one is', async () => {
		await office.park(await upload(await pdf('B-1')));
		const again = await office.park(await upload(await pdf('B-2')));
		await again.finish({ d_0: 'reject' });
		await again.parked.ended;
		await office.run(await upload(await pdf('B-3')));
		expect(additions()).toEqual([[SUGGESTION, 'rejected']]);
		office.dataTable.rowsOf('Prompt additions').length = 0;
		const reworded = await office.park(await upload(await pdf('B-4')));
		await reworded.finish({ v_0_0: 'Dates', v_0_1: 'Read dates as in Britain' });
		await reworded.parked.ended;
		expect(additions()).toEqual([['Read dates as in Britain', 'accepted']]);
		expect(read()).toEqual(['B-1', 'B-2', 'B-3', 'B-4']);
	});

	it('what failed for now, and what is no document, is in the table with what to do, and is read when it comes again', async () => {
		const file = await pdf('C-1');
		const { control } = office.node.sandbox;
		control.addFault({ endpoint: '*', kind: 'html', status: 503, count: Infinity });
		const docx: [string, Buffer] = ['letter.docx', Buffer.alloc(9_000, 'PK\x03\x04')];
		await office.run(await upload(file, docx));
		expect(documents().sort()).toEqual([
			['C-1.pdf', 'failed', expect.stringMatching(/503.*[Rr]un again/)],
			['letter.docx', 'unsupported', expect.stringMatching(/save it as PDF/)],
		]);
		control.clearFaults();
		await office.park(await upload(file, file));
		expect([read(), documents().length, office.charged()]).toEqual([['C-1'], 2, 1]);
	});

	it('suggestions that could not be fetched come with the next document', async () => {
		const { control } = office.node.sandbox;
		// Get Status asks without waiting; Extract Documents waits.
		const isGetStatus = (path: string) => !path.includes('wait');
		control.addFault({ endpoint: STATUS, kind: 'html', status: 503, count: Infinity, when: isGetStatus });
		await office.run(await upload(await pdf('E-1')));
		expect([read(), additions()]).toEqual([['E-1'], []]);
		expect(fetched()).toEqual([expect.stringMatching(/^Not fetched: .*503.* The next upload tries again/)]);
		control.clearFaults();
		const plain: [string, Buffer] = ['plain.pdf', await makeInvoicePdf({ number: 'E-2' })];
		await office.park(await upload(plain));
		expect([read(), additions()]).toEqual([['E-1', 'E-2'], [[SUGGESTION, '']]]);
		await office.run(await upload(['plainer.pdf', await makeInvoicePdf({ number: 'E-3' })]));
		expect([read(), fetched()]).toEqual([['E-1', 'E-2', 'E-3'], Array(3).fill('fetched')]);
	});

	it('a document whose rows were not saved does not count as read: uploaded again, its rows come at no cost', async () => {
		const file = await pdf('D-1');
		office.dataTable.locked = 'Learned invoices';
		expect((await office.tryRun(await upload(file))).status).toBe('error');
		office.dataTable.locked = undefined;
		await office.park(await upload(file));
		expect([read(), office.charged()]).toEqual([['D-1'], 1]);
	});
});

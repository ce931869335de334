import type { IDataObject } from 'n8n-workflow';
import { forEachItem, type Execute } from './nodes';

interface Bill {
	VendorRef: { value?: string };
	DocNumber: string;
	Line: Array<{ Amount: number; AccountBasedExpenseLineDetail: { AccountRef: { value: string } } }>;
}

/** A stand-in for QuickBooks: n8n's node that lists its vendors, and its API that creates bills. */
export class QuickBooks {
	readonly vendors: IDataObject[] = [{ Id: '7', DisplayName: 'Example Office Supplies, Ltd.' }];
	/** By the ID of their request: the same request creates no second bill. */
	readonly bills = new Map<string, Bill>();
	isDown = false;

	readonly node: Execute = forEachItem(() => {
		if (this.isDown) throw new Error('The service is not available.');
		return this.vendors.map((json) => ({ json }));
	});

	readonly http: Execute = forEachItem((context, item) => {
		const url = new URL(context.getNodeParameter('url', item) as string);
		const bill = context.getNodeParameter('jsonBody', item) as unknown as Bill;
		if (!bill.VendorRef.value) throw new Error('Required parameter VendorRef is missing');
		const id = url.searchParams.get('requestid')!;
		if (!this.bills.has(id)) this.bills.set(id, bill);
		return { Bill: { Id: String([...this.bills.keys()].indexOf(id) + 1) } };
	});
}

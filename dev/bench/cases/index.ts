import type { BenchCase } from '../BenchCase';
import { documents } from './documents';
import { invoicesAtATime } from './fewInvoices';
import { invoices } from './invoices';
import { manyFiles } from './manyFiles';
import { manyFilesWithLimits } from './manyFilesWithLimits';
import { manyRows } from './manyRows';
import { onePdf } from './onePdf';
import { requests } from './requests';
import { twoGigabytes } from './twoGigabytes';

/** All cases, in the order they run in. */
export const CASES: BenchCase[] = [
	...invoicesAtATime,
	...onePdf,
	twoGigabytes,
	...manyFiles,
	manyFilesWithLimits,
	...manyRows,
	documents,
	invoices,
	requests,
];

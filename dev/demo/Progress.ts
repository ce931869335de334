import type { Step } from './Traffic';

/** Says what is going on: on a terminal in one line that is written anew, elsewhere in a few lines. */
export class Progress {
	private lastShown = '';

	constructor(
		private readonly documents: number,
		private readonly out: NodeJS.WriteStream,
	) {}

	onStep(step: Step, count: number): void {
		if (step === 'submitted')
			this.show(count === 1 ? 'Reading the documents …' : 'Asking again with the same ID …');
		else if (step === 'file complete' && count <= this.documents) this.showUpload(count);
	}

	show(text: string): void {
		if (text === this.lastShown) return;
		this.lastShown = text;
		if (this.out.isTTY) {
			this.clear();
			this.out.write(text);
		} else this.out.write(`${text}\n`);
	}

	/** Makes room for other output. */
	clear(): void {
		if (!this.out.isTTY) return;
		this.out.clearLine(0);
		this.out.cursorTo(0);
	}

	private showUpload(count: number): void {
		const isQuarter = count % Math.ceil(this.documents / 4) === 0 || count === this.documents;
		if (this.out.isTTY || isQuarter) this.show(`Uploaded ${count} of ${this.documents}`);
	}
}

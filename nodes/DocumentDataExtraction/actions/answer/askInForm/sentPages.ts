/** More pages than anybody has open. */
const REMEMBERED = 2000;

/**
 * The pages whose answers were sent, so that a page that is sent twice counts once: a refused answer counts each time. Kept while
 * this process runs, the newest only.
 */
export class SentPages {
	private readonly ids = new Set<string>();

	has(pageId: string): boolean {
		return this.ids.has(pageId);
	}

	add(pageId: string): void {
		this.ids.add(pageId);
		if (this.ids.size <= REMEMBERED) return;
		const [oldest] = this.ids;
		if (oldest !== undefined) this.ids.delete(oldest);
	}

	/** For a page whose answers have not reached the service after all. */
	forget(pageId: string): void {
		this.ids.delete(pageId);
	}
}

/** Semaphore for concurrent parse webhook posts of this server: bounds the bytes in memory, and the posts for each host name. */

/** Emails up to this size are not counted: as many as there are concurrent jobs fit into memory. */
const freeBytes = 64 * 1024;
/** One email of the maximum size, and a few smaller ones. */
const maxBytes = 40 * 1024 * 1024;
/** Waiting emails occupy job slots, so only a few may wait. */
const maxWaiting = 4;
/** A hanging receiver must leave job slots for others: this is three quarters of the concurrent jobs. */
const maxPerHostname = 48;

type Waiter = { hostname: string; bytes: number; start(): void };

/** Waiters are served first in, first out. */
export class PostSemaphore {
  readonly #active = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #bytes = 0;

  /** Resolves with the release function when there is capacity; null: try again later. */
  async acquire(hostname: string, size: number): Promise<(() => void) | null> {
    if ((this.#active.get(hostname) ?? 0) >= maxPerHostname) return null;
    const bytes = size <= freeBytes ? 0 : size;
    if (bytes > 0 && !this.#canStart(bytes)) {
      if (this.#waiting.length >= maxWaiting) return null;
      await new Promise<void>((start) => this.#waiting.push({ hostname, bytes, start }));
    } else {
      this.#start(hostname, bytes);
    }
    return () => this.#release(hostname, bytes);
  }

  #canStart(bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(bytes);
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= maxBytes;
  }

  #start(hostname: string, bytes: number): void {
    this.#bytes += bytes;
    this.#active.set(hostname, (this.#active.get(hostname) ?? 0) + 1);
  }

  #release(hostname: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#active.get(hostname) ?? 1) - 1;
    if (left === 0) this.#active.delete(hostname);
    else this.#active.set(hostname, left);
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#start(next.hostname, next.bytes);
      next.start();
    }
  }
}

/** Semaphore for concurrent parse webhook posts of this server: bounds the bytes in memory, and the posts for each host name. */

/** Emails up to this size are not counted: as many as there are concurrent jobs fit into memory. */
const freeBytes = 64 * 1024;
/** One email of the maximum size, and a few smaller ones beside it. */
const maxBytes = 40 * 1024 * 1024;
/** Waiting emails occupy job slots, so only a few may wait. */
const maxWaiting = 4;
/** A hanging receiver must leave job slots for others: this is three quarters of the concurrent jobs. */
const maxPerHostname = 48;

type Waiter = { hostname: string; bytes: number; begin(): void };

/** Waiters are served first in, first out. */
export class PostSemaphore {
  readonly #underway = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #bytes = 0;

  /** Resolves with the release function when there is capacity; null: try again later. */
  async enter(hostname: string, size: number): Promise<(() => void) | null> {
    if ((this.#underway.get(hostname) ?? 0) >= maxPerHostname) return null;
    const bytes = size <= freeBytes ? 0 : size;
    if (bytes > 0 && !this.#hasRoom(bytes)) {
      if (this.#waiting.length >= maxWaiting) return null;
      await new Promise<void>((begin) => this.#waiting.push({ hostname, bytes, begin }));
    } else {
      this.#begin(hostname, bytes);
    }
    return () => this.#leave(hostname, bytes);
  }

  #hasRoom(bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(bytes);
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= maxBytes;
  }

  #begin(hostname: string, bytes: number): void {
    this.#bytes += bytes;
    this.#underway.set(hostname, (this.#underway.get(hostname) ?? 0) + 1);
  }

  #leave(hostname: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#underway.get(hostname) ?? 1) - 1;
    if (left === 0) this.#underway.delete(hostname);
    else this.#underway.set(hostname, left);
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#begin(next.hostname, next.bytes);
      next.begin();
    }
  }
}

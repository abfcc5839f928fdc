/** The worker processes that have announced themselves, for processes that have none: they wake one of them at a time. */

/** How often a worker announces itself. */
export const announceIntervalMs = 5_000;
/** Two announcements may be lost before a worker is taken for gone. */
const maxSilenceMs = 3 * announceIntervalMs;
/** Work that arrives within this time goes to the same worker, so that it is woken once. */
const turnMs = 1_000;

export class WorkerDirectory {
  readonly #announcedAt = new Map<string, number>();

  /** Notes an announcement; `now` is epoch milliseconds. */
  announced(worker: string, now: number): void {
    this.#announcedAt.set(worker, now);
  }

  /** The worker whose turn it is; null when none is known. */
  next(now: number): string | null {
    for (const [worker, at] of this.#announcedAt)
      if (now - at > maxSilenceMs) this.#announcedAt.delete(worker);
    const workers = [...this.#announcedAt.keys()].sort();
    return workers[Math.floor(now / turnMs) % workers.length] ?? null;
  }
}

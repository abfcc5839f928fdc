/**
 * When mails that come in are posted first: at once, but in a flood one after the other. To take a mail that a client
 * waits to hand over goes before posting one that is safe; and other jobs do not stand behind the whole flood.
 */

/** A process posts about twice as fast when no mail comes in. */
const intervalMs = 2;
/** Nothing is put off for longer, however the clock is set and whatever comes in. */
const maxDelayMs = 60_000;

export class PostPacer {
  #next = 0;

  /** The time from which on the mail that has just come in may be posted. */
  next(now: number): number {
    const due = Math.min(Math.max(now, this.#next), now + maxDelayMs);
    this.#next = due + intervalMs;
    return due;
  }
}

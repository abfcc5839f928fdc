/**
 * Notices a PostgreSQL that falls silent without closing its connections: its processes stand still, or the network
 * swallows what is sent. A long statement is none: who waits for an answer for a while has the server asked, over a
 * connection of its own, whether it is there and at that statement.
 */

/** A connection over which queries are sent. */
export type Line = {
  /** The server's number for it. */
  pid: number;
  /** Ends it; what is under way over it fails with `error`. */
  cut(error: Error): void;
};

/**
 * Asks the server, over a connection of its own, which of these connections it has long been waiting at.
 * @throws when no answer comes
 */
export type Probe = (pids: readonly number[]) => Promise<readonly number[]>;

const lookEveryMs = 500;
/** Looks without an answer, 3 s, until the server is asked, and then until it is asked again. */
const looksUntilAsked = 6;
/** The same while it is known to be silent, 1 s: whoever waits wants to go on. */
const looksBetweenAsks = 2;
/** Looks without an answer, 5 s, until a query over a silent server's connection is given up. */
const looksUntilCut = 10;

/** `waited` is true for what has been waited for long enough. */
export class Silent extends Error {
  override readonly name = 'Silent';
  readonly waited: boolean;

  constructor(waited: boolean) {
    super('PostgreSQL has fallen silent');
    this.waited = waited;
  }
}

type Held = Line & { queries: number; looks: number };

/** It counts its looks and reads no clock: a process that stood still itself suspects nobody. */
export class SilenceWatch {
  readonly #probe: Probe;
  readonly #held = new Set<Held>();
  readonly #timer = setInterval(() => this.#look(), lookEveryMs).unref();
  #isSilent = false;
  #isAsking = false;
  #rest = 0;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** @throws Silent while the server is known to be silent: nothing more is sent to it then */
  requireVoice(): void {
    if (this.#isSilent) throw new Silent(false);
  }

  /** Looks after a connection until `end` is called; each query over it is announced by `ask`. */
  hold(line: Line) {
    const held: Held = { ...line, queries: 0, looks: 0 };
    this.#held.add(held);
    return {
      async ask<T>(query: () => Promise<T>): Promise<T> {
        held.queries += 1;
        try {
          return await query();
        } finally {
          held.queries -= 1;
          held.looks = 0;
        }
      },
      end: () => void this.#held.delete(held),
    };
  }

  /** Ends all connections, whatever is under way over them. */
  cutAll(): void {
    for (const each of this.#held) each.cut(new Silent(true));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const each of this.#held) {
      if (each.queries === 0) continue;
      each.looks += 1;
      if (this.#isSilent && each.looks >= looksUntilCut) each.cut(new Silent(true));
    }
    this.#rest -= 1;
    if (this.#isAsking || this.#rest > 0) return;
    if (this.#isSilent || this.#overdue().length > 0) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      const unknown = await this.#probe(this.#overdue().map(({ pid }) => pid));
      this.#isSilent = false;
      this.#rest = looksUntilAsked;
      // The server waits for a query that has been sent, or its answer was lost: that connection is of no use.
      for (const each of this.#overdue()) if (unknown.includes(each.pid)) each.cut(new Silent(false));
    } catch {
      // Whatever it was that stood in the way, the server did not answer.
      this.#isSilent = true;
      this.#rest = looksBetweenAsks;
    } finally {
      this.#isAsking = false;
    }
  }

  #overdue(): Held[] {
    return [...this.#held].filter(({ queries, looks }) => queries > 0 && looks >= looksUntilAsked);
  }
}

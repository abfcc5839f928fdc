/**
 * Notices a PostgreSQL that falls silent without closing its connections: its processes stand still, or the network
 * swallows what is sent. A long statement is none: who waits for an answer for a while has the server asked, over a
 * connection of its own, whether it is there and at that statement.
 */

/** A connection over which queries are sent. */
export type WatchedConnection = {
  /** The server's number for it. */
  pid: number;
  /** Ends it; what is under way over it fails with `error`. */
  destroy(error: Error): void;
};

/**
 * Asks the server, over a connection of its own, which of these connections it has long been waiting at.
 * @throws when no answer comes
 */
export type Probe = (pids: readonly number[]) => Promise<readonly number[]>;

const tickMs = 500;
/** Looks without an answer, 3 s, until the server is asked, and then until it is asked again. */
const ticksUntilProbe = 6;
/** The same while it is known to be silent, 1 s: whoever waits wants to go on. */
const ticksBetweenProbes = 2;
/** Looks without an answer, 5 s, until a query over a silent server's connection is given up. */
const ticksUntilDestroy = 10;

/** `waited` is true for what has been waited for long enough. */
export class ServerUnresponsive extends Error {
  override readonly name = 'Silent';
  readonly timedOut: boolean;

  constructor(waited: boolean) {
    super('PostgreSQL has fallen silent');
    this.timedOut = waited;
  }
}

type Tracked = WatchedConnection & { queriesInFlight: number; ticks: number };

/** It counts its looks and reads no clock: a process that stood still itself suspects nobody. */
export class ConnectionWatchdog {
  readonly #probe: Probe;
  readonly #connections = new Set<Tracked>();
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();
  #isUnresponsive = false;
  #isProbing = false;
  #ticksUntilProbe = 0;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** @throws Silent while the server is known to be silent: nothing more is sent to it then */
  requireResponsive(): void {
    if (this.#isUnresponsive) throw new ServerUnresponsive(false);
  }

  /** Looks after a connection until `end` is called; each query over it is announced by `ask`. */
  watch(line: WatchedConnection) {
    const held: Tracked = { ...line, queriesInFlight: 0, ticks: 0 };
    this.#connections.add(held);
    return {
      async track<T>(query: () => Promise<T>): Promise<T> {
        held.queriesInFlight += 1;
        try {
          return await query();
        } finally {
          held.queriesInFlight -= 1;
          held.ticks = 0;
        }
      },
      end: () => void this.#connections.delete(held),
    };
  }

  /** Ends all connections, whatever is under way over them. */
  destroyAll(): void {
    for (const each of this.#connections) each.destroy(new ServerUnresponsive(true));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    for (const each of this.#connections) {
      if (each.queriesInFlight === 0) continue;
      each.ticks += 1;
      if (this.#isUnresponsive && each.ticks >= ticksUntilDestroy) each.destroy(new ServerUnresponsive(true));
    }
    this.#ticksUntilProbe -= 1;
    if (this.#isProbing || this.#ticksUntilProbe > 0) return;
    if (this.#isUnresponsive || this.#overdue().length > 0) void this.#runProbe();
  }

  async #runProbe(): Promise<void> {
    this.#isProbing = true;
    try {
      const unknown = await this.#probe(this.#overdue().map(({ pid }) => pid));
      this.#isUnresponsive = false;
      this.#ticksUntilProbe = ticksUntilProbe;
      // The server waits for a query that has been sent, or its answer was lost: that connection is of no use.
      for (const each of this.#overdue())
        if (unknown.includes(each.pid)) each.destroy(new ServerUnresponsive(false));
    } catch {
      // Whatever it was that stood in the way, the server did not answer.
      this.#isUnresponsive = true;
      this.#ticksUntilProbe = ticksBetweenProbes;
    } finally {
      this.#isProbing = false;
    }
  }

  #overdue(): Tracked[] {
    return [...this.#connections].filter(
      ({ queriesInFlight: queries, ticks: looks }) => queries > 0 && looks >= ticksUntilProbe,
    );
  }
}

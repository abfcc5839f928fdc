/**
 * Connection watchdog: detects a PostgreSQL that stops responding without closing its connections, because its
 * processes are stopped or the network drops packets. A long statement is not mistaken for that: when a query takes a
 * while, the server is probed over a connection of its own, whether it responds and runs that statement.
 */

/** A connection that the watchdog watches. */
export type WatchedConnection = {
  /** The process id of its server process. */
  pid: number;
  /** Destroys it; queries in flight fail with `error`. */
  destroy(error: Error): void;
};

/**
 * Probes the server over a connection of its own: which of these connections it considers idle.
 * @throws when no response comes
 */
export type Probe = (pids: readonly number[]) => Promise<readonly number[]>;

const tickMs = 500;
/** Ticks without a response, 3 s, until the first probe, and between probes. */
const ticksUntilProbe = 6;
/** The same while the server is unresponsive, 1 s, to notice soon that it is back. */
const ticksBetweenProbes = 2;
/** Ticks without a response, 5 s, until a connection to an unresponsive server is destroyed. */
const ticksUntilDestroy = 10;

/** `timedOut`: the query has waited the whole time limit, so it is not retried. */
export class ServerUnresponsive extends Error {
  override readonly name = 'ServerUnresponsive';
  readonly timedOut: boolean;

  constructor(timedOut: boolean) {
    super('PostgreSQL has stopped responding');
    this.timedOut = timedOut;
  }
}

type Tracked = WatchedConnection & { queriesInFlight: number; ticks: number };

/** Counts ticks instead of reading the clock, so that a process that was stopped itself raises no false alarm. */
export class ConnectionWatchdog {
  readonly #probe: Probe;
  readonly #ending: AbortSignal | undefined;
  readonly #connections = new Set<Tracked>();
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();
  #isUnresponsive = false;
  #isProbing = false;
  #ticksUntilProbe = 0;

  /** Once `ending` is aborted, nothing waits for a server that is unresponsive. */
  constructor(probe: Probe, ending?: AbortSignal) {
    this.#probe = probe;
    this.#ending = ending;
  }

  /** @throws ServerUnresponsive while the server is unresponsive: no more queries are sent to it */
  requireResponsive(): void {
    if (this.#isUnresponsive) throw new ServerUnresponsive(this.#isEnding);
  }

  /** Watches a connection until `end` is called; each of its queries runs inside `track`. */
  watch(line: WatchedConnection) {
    const tracked: Tracked = { ...line, queriesInFlight: 0, ticks: 0 };
    this.#connections.add(tracked);
    return {
      async track<T>(query: () => Promise<T>): Promise<T> {
        tracked.queriesInFlight += 1;
        try {
          return await query();
        } finally {
          tracked.queriesInFlight -= 1;
          tracked.ticks = 0;
        }
      },
      end: () => void this.#connections.delete(tracked),
    };
  }

  /** Destroys all connections, with their queries in flight. */
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
      if (this.#isUnresponsive && (each.ticks >= ticksUntilDestroy || this.#isEnding))
        each.destroy(new ServerUnresponsive(true));
    }
    this.#ticksUntilProbe -= 1;
    if (this.#isProbing || this.#ticksUntilProbe > 0) return;
    if (this.#isUnresponsive || this.#overdue().length > 0) void this.#runProbe();
  }

  get #isEnding(): boolean {
    return this.#ending?.aborted === true;
  }

  async #runProbe(): Promise<void> {
    this.#isProbing = true;
    try {
      const idle = await this.#probe(this.#overdue().map(({ pid }) => pid));
      this.#isUnresponsive = false;
      this.#ticksUntilProbe = ticksUntilProbe;
      // The server is idle while a query is in flight: the query or its result was lost, so the connection is useless.
      for (const each of this.#overdue())
        if (idle.includes(each.pid)) each.destroy(new ServerUnresponsive(false));
    } catch {
      // Whatever the error was, the server did not respond.
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

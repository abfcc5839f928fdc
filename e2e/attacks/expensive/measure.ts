/** How long others wait while one asks: the longest stall of the event loop, without what the machine adds, and the longest wait for a lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RunningServer } from '../../server.ts';
import type { StallProbe } from '../stalls.ts';

/** `run` gives what came back, in a word. */
export type Work = { name: string; run(): Promise<string> };
export type Cost = { name: string; ms: number; seen: string };

const worthPrintingMs = 80;
/** Measured together first, as most of it costs little. */
const batchSize = 40;
/** The least of as many counts: other programs, the compiler and the garbage of what was before only add to it. */
const attempts = 5;

export class Measure {
  readonly costs: Cost[] = [];
  count = 0;
  readonly #server: RunningServer;
  readonly #probe: StallProbe;
  readonly #locks: LockWatch | null;
  readonly #print: (line: string) => void;
  readonly #interest: number;
  /** By their bounds. */
  readonly #waiting = new Map<number, Work[]>();

  /** Below `interest`, a part of its bound, nothing is measured alone. */
  constructor(
    { server, probe, locks }: { server: RunningServer; probe: StallProbe; locks: LockWatch | null },
    interest: number,
    print: (line: string) => void,
  ) {
    this.#print = print;
    this.#interest = interest;
    this.#server = server;
    this.#probe = probe;
    this.#locks = locks;
  }

  /** Work that may be done again: one after the other, and what costs something once more alone. */
  async repeatable(all: Iterable<Work>, boundMs: number): Promise<void> {
    for (const work of all) {
      const waiting = [...(this.#waiting.get(boundMs) ?? []), work];
      this.#waiting.set(boundMs, waiting);
      if (waiting.length >= batchSize) await this.#measureWaiting(boundMs);
    }
  }

  /** Measures what waits for more of its kind. */
  async finish(): Promise<void> {
    for (const boundMs of this.#waiting.keys()) await this.#measureWaiting(boundMs);
  }

  /** Work that can be done once; `settled` waits until what it began has ended. */
  async once(work: Work, settled: () => Promise<void>): Promise<void> {
    await this.finish();
    this.count += 1;
    await this.#take();
    const seen = await work.run();
    await settled();
    this.#note({ name: work.name, ms: await this.#take(), seen });
  }

  async #measureWaiting(boundMs: number): Promise<void> {
    const batch = this.#waiting.get(boundMs) ?? [];
    this.#waiting.delete(boundMs);
    if (batch.length === 0) return;
    this.count += batch.length;
    await this.#take();
    const said: string[] = [];
    for (const { run } of batch) said.push(await run());
    for (const [at, { name }] of batch.entries())
      if (/^5|^no response/.test(said[at] ?? '')) this.costs.push({ name, ms: 0, seen: said[at] ?? '' });
    if ((await this.#take()) < this.#interest * boundMs) return;
    for (const { name, run } of batch) {
      let [ms, seen] = [Number.POSITIVE_INFINITY, ''];
      for (let left = attempts; left > 0 && (left === attempts || ms >= boundMs); left -= 1) {
        seen = await run();
        ms = Math.min(ms, await this.#take());
      }
      this.#note({ name, ms, seen });
    }
  }

  #note(cost: Cost): void {
    this.costs.push(cost);
    if (cost.ms >= worthPrintingMs) this.#print(`    ${Math.round(cost.ms)} ms ${cost.name} (${cost.seen})`);
  }

  async #take(): Promise<number> {
    const stall = await this.#probe.take(this.#server.pid);
    return Math.max(stall.own, this.#locks?.take() ?? 0);
  }
}

const lookMs = 20;

/** Looks how long sessions of the database wait for locks of each other. */
export class LockWatch {
  readonly #client: pg.Client;
  #longest = 0;
  #ended = false;
  readonly #watching: Promise<void>;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.#watching = this.#watch();
  }

  static async on(url: string): Promise<LockWatch> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new LockWatch(client);
  }

  /** Milliseconds of the longest wait since the last call. */
  take(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#watching;
    await this.#client.end();
  }

  async #watch(): Promise<void> {
    while (!this.#ended) {
      // Since when a session waits is known of its locks alone.
      const { rows } = await this.#client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float as ms from pg_locks where not granted`,
      );
      this.#longest = Math.max(this.#longest, rows[0]?.ms ?? 0);
      await sleep(lookMs);
    }
  }
}

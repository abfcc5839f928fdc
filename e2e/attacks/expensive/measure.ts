/** How long others wait while one asks: the longest stall of the event loop, without what the machine adds, and the longest wait for a lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RunningServer } from '../../server.ts';
import type { StallProbe } from '../stalls.ts';

/** `run` gives what came back, in a word. */
export type Work = { name: string; run(): Promise<string> };
export type Cost = { name: string; ms: number; seen: string };

/** Less than that is of no interest, so that what is measured together need not be measured again alone. */
const worthNamingMs = 12;
const worthPrintingMs = 80;
const batchSize = 20;
/** The least of as many counts: other programs, the compiler and the garbage of what was before only add to it. */
const attempts = 5;

export class Measure {
  readonly costs: Cost[] = [];
  count = 0;
  readonly #server: RunningServer;
  readonly #probe: StallProbe;
  readonly #locks: LockWatch | null;
  readonly #print: (line: string) => void;

  constructor(
    server: RunningServer,
    probe: StallProbe,
    locks: LockWatch | null,
    print: (line: string) => void,
  ) {
    this.#print = print;
    this.#server = server;
    this.#probe = probe;
    this.#locks = locks;
  }

  /** Work that may be done again: one after the other, and what costs something once more alone. */
  async repeatable(all: Iterable<Work>, boundMs: number): Promise<void> {
    let batch: Work[] = [];
    for (const work of all) {
      batch.push(work);
      if (batch.length < batchSize) continue;
      await this.#batch(batch, boundMs);
      batch = [];
    }
    await this.#batch(batch, boundMs);
  }

  /** Work that can be done once; `settled` waits until what it began has ended. */
  async once(work: Work, settled: () => Promise<void>): Promise<void> {
    this.count += 1;
    await this.#take();
    const seen = await work.run();
    await settled();
    this.#note({ name: work.name, ms: await this.#take(), seen });
  }

  async #batch(batch: readonly Work[], boundMs: number): Promise<void> {
    if (batch.length === 0) return;
    this.count += batch.length;
    await this.#take();
    const said: string[] = [];
    for (const { run } of batch) said.push(await run());
    for (const [at, { name }] of batch.entries())
      if (/^5|^no response/.test(said[at] ?? '')) this.costs.push({ name, ms: 0, seen: said[at] ?? '' });
    if ((await this.#take()) < worthNamingMs) return;
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

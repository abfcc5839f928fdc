/**
 * Up to where the turn log of a Citus cluster can be read, where its numbers come from the clocks of the nodes (migration 087): a
 * process asks each node for its clock, then for the transactions that have a number. One that gets a number later reads a later clock;
 * once those are over, none that is still to come of this node has a number below that clock. The log can be read up to the least of
 * the nodes (docs/decisions/104).
 */

import { sql } from 'kysely';
import { type CitusNode, type ConnectedNodes, listNodes } from './citus-nodes.ts';
import type { Queries } from './database.ts';
import type { CurrentLogNumbers } from './dialect.ts';
import { numbersOfTransactions } from './log-numbers.ts';
import { pauseBeforeRetry, unavailable } from './retry-while-unavailable.ts';

/** What a node said: its clock, and the transactions that had a number and were not over. */
type Watermark = { at: number; numbered: readonly string[] };

/** Any may be left out: then the log is read a little later. */
const maxPending = 100;
/** How often a node is asked until its first one is over. */
const maxFirstLooks = 50;

export class NodeLogNumbers {
  readonly #coordinator: Queries;
  readonly #nodes: ConnectedNodes;
  /** Of each node those with transactions that are not over, the first of them first. */
  readonly #pending = new Map<string, readonly Watermark[]>();
  /** Of each node, and of all together, which never goes back. */
  readonly #settled = new Map<string, number>();
  #settledEverywhere = 0;
  #asking: Promise<CurrentLogNumbers> | null = null;

  constructor(coordinator: Queries, nodes: ConnectedNodes) {
    this.#coordinator = coordinator;
    this.#nodes = nodes;
  }

  /** Those who ask meanwhile get the same answer. */
  current(): Promise<CurrentLogNumbers> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<CurrentLogNumbers> {
    const { rows } = await sql<CurrentLogNumbers & { isByClock: boolean }>`
      select clock_lead is not null as "isByClock", ${numbersOfTransactions} from log_numbers where id = 1`.execute(
      this.#coordinator,
    );
    const [numbers] = rows;
    if (numbers === undefined) throw new Error('The database has no row in log_numbers.');
    if (!numbers.isByClock) return { settled: Number(numbers.settled), newest: Number(numbers.newest) };
    // Before their clocks: a node that is added later has no shard yet, so nothing was written at it.
    const nodes = await listNodes(this.#coordinator);
    const clocks = await Promise.all(nodes.map((node) => this.#readClock(node)));
    // At first all that run have to end, once.
    for (let looks = 0; nodes.some(({ node }) => !this.#settled.has(node)); looks += 1) {
      if (looks === maxFirstLooks) throw unavailable('A transaction of the database takes too long', null);
      await pauseBeforeRetry();
      await Promise.all(nodes.map((node) => this.#readClock(node)));
    }
    const settled = Math.min(...nodes.map(({ node }) => this.#settled.get(node) ?? 0));
    this.#settledEverywhere = Math.max(this.#settledEverywhere, settled);
    return { settled: this.#settledEverywhere, newest: Math.max(...clocks) };
  }

  async #readClock(place: CitusNode): Promise<number> {
    const { read } = this.#nodes.connectionsTo(place);
    const { rows } = await sql<Watermark>`select at, numbered from log_watermark()`.execute(read);
    const [{ at, numbered } = { at: 0, numbered: [] }] = rows;
    const running = new Set(numbered);
    const pending = [...(this.#pending.get(place.node) ?? []), { at, numbered }];
    const left = pending.map((each) => ({
      ...each,
      numbered: each.numbered.filter((id) => running.has(id)),
    }));
    const over = left.findLastIndex((each) => each.numbered.length === 0);
    const settled = left[over]?.at;
    if (settled !== undefined) this.#settled.set(place.node, settled);
    left.splice(0, over + 1);
    if (left.length > maxPending) left.splice(maxPending >> 1, 1);
    this.#pending.set(place.node, left);
    return at;
  }
}

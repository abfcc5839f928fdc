/** Finds sinks that are due and delivers to each by itself. */

import type { JobTools } from '../platform/jobs/job-handler.ts';
import { type DueKeys, type KeyedPoller, startKeyedPoller } from '../platform/jobs/keyed-poller.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { TurnCursor } from './new-turns.ts';
import { deliverToSink } from './sink-delivery.ts';
import { listActiveSinksOf, listSinksBehind, listSinksToWake, releaseAllSinks } from './sink-store.ts';

/** Accounts with news that are asked for their sinks in one statement. */
const accountsAtOnce = 500;
/** How soon it looks again for a sink with news that another process has leased. */
const leasedDelayMs = 500;

export function startSinkWorker(ctx: ServiceContext, tools: JobTools): KeyedPoller {
  const { database } = ctx;
  const due = new DueSinks(ctx);
  return startKeyedPoller(ctx, {
    name: 'sinks',
    work: 'turns',
    dueKeys: (limit, isInProgress) => due.find(limit, isInProgress),
    process: (sid, stopped) => deliverToSink(ctx, tools, sid, stopped),
    async prepare() {
      if (database.dialect === 'sqlite') await database.write(releaseAllSinks);
    },
  });
}

/**
 * Which sinks are due: those with a time of their own (a retry, a test, a lease that expired), and those of accounts
 * with new turns. What came before this process began is found by one look at all sinks.
 */
export class DueSinks {
  readonly #ctx: ServiceContext;
  readonly #cursor: TurnCursor;
  /** Accounts with turns that their sinks have perhaps not had. */
  readonly #news = new Set<string>();
  #hasSeenAll = false;

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
    this.#cursor = new TurnCursor(ctx);
  }

  /** SIDs, at most `limit`. `isInProgress`: this process has the lease of that sink. */
  async find(limit: number, isInProgress: (sid: string) => boolean): Promise<DueKeys> {
    const { database, clock } = this.#ctx;
    const now = clock.now();
    if (!this.#hasSeenAll) {
      await this.#cursor.begin();
      const behind = await listSinksBehind(database.read, now, limit);
      this.#hasSeenAll = behind.length < limit;
      return { keys: behind, delayMs: this.#hasSeenAll ? 0 : leasedDelayMs };
    }
    for (const account of await this.#cursor.advance()) this.#news.add(account);
    const toWake = await listSinksToWake(database.read, now, limit);
    const keys = new Set(toWake.filter(({ lease_until }) => lease_until <= now).map(({ sid }) => sid));
    let isLeased = false;
    const accounts = [...this.#news].slice(0, accountsAtOnce);
    const active = accounts.length > 0 ? await listActiveSinksOf(database.read, accounts, now) : [];
    const byAccount = Map.groupBy(active, ({ account }) => account);
    for (const account of accounts) {
      const own = byAccount.get(account) ?? [];
      if (keys.size + own.length > limit && keys.size > 0) break;
      this.#news.delete(account);
      for (const { sid, lease_until } of own) {
        if (lease_until <= now || isInProgress(sid)) keys.add(sid);
        else {
          // Its holder may have read before these turns could be read.
          this.#news.add(account);
          isLeased = true;
        }
      }
    }
    const delayMs = this.#news.size > 0 && !isLeased ? 0 : isLeased ? leasedDelayMs : this.#cursor.delay();
    return { keys: [...keys], delayMs };
  }
}

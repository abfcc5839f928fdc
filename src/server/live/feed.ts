/**
 * The newest events of an account, kept for all listeners in this process: the rows are read
 * once, however many listen. Listeners pull at their own pace; one that falls behind what is kept here reads
 * the rows by itself, so a slow reader costs no memory (backpressure).
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceContext } from '../platform/service-context.ts';
import { eventsAfter, type PositionedEvent } from './events.ts';
import { turnFollowerOf } from './new-turns.ts';
import { isAfter, type Position } from './position.ts';
import { endOfLog } from './store.ts';

/** The follower of the turn log wakes the feed; this is for what both it and a notification have missed. */
const pollIntervalMs = 60_000;
/** Under load, what happens within this time is read together. */
const batchWindowMs = 10;
const retryAfterErrorMs = 1_000;
const bufferSize = 2_000;
/** What a listener gets at once. */
const maxBatchSize = 200;

export type Feed = {
  /** Events of the account after `position`, and the position behind all that was looked at; perhaps none. */
  after(position: Position): Promise<{ events: PositionedEvent[]; next: Position }>;
  /** Resolves at the next event. Ask before `after`, so that nothing is missed in between. */
  nextChange(): Promise<void>;
  unsubscribe(): void;
};

const feeds = new WeakMap<ServiceContext, Map<string, AccountFeed>>();

/** Joins the account's feed, which begins with its first listener and ends with the last. */
export async function subscribeToFeed(ctx: ServiceContext, account: string): Promise<Feed> {
  const own = feeds.get(ctx) ?? new Map<string, AccountFeed>();
  feeds.set(ctx, own);
  const feed = own.get(account) ?? new AccountFeed(ctx, account, () => own.delete(account));
  own.set(account, feed);
  await feed.join();
  let left = false;
  return {
    after: (position) => feed.after(position),
    nextChange: () => feed.changed(),
    unsubscribe() {
      if (!left) feed.leave();
      left = true;
    },
  };
}

class AccountFeed {
  readonly #host: ServiceContext;
  readonly #account: string;
  readonly #onEmpty: () => void;
  #members = 0;
  #begun: Promise<void> | undefined;
  /** Everything after `#start` and up to `#end` is in `#kept`. */
  #kept: PositionedEvent[] = [];
  #start: Position = { xid: 0, serial: 0, sent: 0 };
  #end: Position = { xid: 0, serial: 0, sent: 0 };
  #news = Promise.withResolvers<void>();

  constructor(ctx: ServiceContext, account: string, onEmpty: () => void) {
    this.#host = ctx;
    this.#account = account;
    this.#onEmpty = onEmpty;
  }

  async join(): Promise<void> {
    this.#members += 1;
    this.#begun ??= this.#begin();
    try {
      await this.#begun;
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  leave(): void {
    this.#members -= 1;
    if (this.#members > 0) return;
    this.#onEmpty();
    // Ends the wait for changes.
    this.#host.changes.notify([this.#account]);
  }

  changed(): Promise<void> {
    return this.#news.promise;
  }

  async after(position: Position): Promise<{ events: PositionedEvent[]; next: Position }> {
    if (isAfter(this.#start, position)) {
      return await eventsAfter(this.#host.database.read, this.#account, position);
    }
    let from = this.#kept.length;
    while (from > 0 && isAfter(this.#kept[from - 1]?.position ?? position, position)) from -= 1;
    const events = this.#kept.slice(from, from + maxBatchSize);
    return { events, next: events.at(-1)?.position ?? position };
  }

  async #begin(): Promise<void> {
    const place = await endOfLog(this.#host.database.read);
    this.#start = { ...place, sent: 0 };
    this.#end = this.#start;
    void this.#run();
  }

  async #run(): Promise<void> {
    const follower = turnFollowerOf(this.#host);
    follower.join(this.#host);
    while (this.#members > 0) {
      const subscription = this.#host.changes.subscribe(this.#account);
      try {
        await this.#read();
        // The change may be in a transaction that cannot be read yet.
        follower.wake();
        await subscription.changed(pollIntervalMs);
        await wait(batchWindowMs);
      } catch (error) {
        this.#host.log.error({ err: error }, 'Live events could not be read; retrying');
        await wait(retryAfterErrorMs);
      } finally {
        subscription.close();
      }
    }
    follower.leave();
  }

  async #read(): Promise<void> {
    for (let more = true; more && this.#members > 0; ) {
      const read = await eventsAfter(this.#host.database.read, this.#account, this.#end);
      this.#end = read.next;
      more = read.more;
      if (read.events.length > 0) this.#add(read.events);
    }
  }

  #add(events: PositionedEvent[]): void {
    this.#kept.push(...events);
    const gone = this.#kept.splice(0, Math.max(0, this.#kept.length - bufferSize));
    this.#start = gone.at(-1)?.position ?? this.#start;
    // Streams of one execution read its rows: this notifies them of turns in other processes.
    this.#host.changes.notify(new Set(events.map(({ event }) => event.execution)));
    const { resolve } = this.#news;
    this.#news = Promise.withResolvers<void>();
    resolve();
  }
}

/** Publishes changes and work to the processes on the same database that need them, and handles their notifications. */

import { changesChannelOf, isChangesChannel } from './change-notifier.ts';
import { continueLogNumbers } from './database/continue-log-numbers.ts';
import { missedNotifications, startedListening } from './database/notifications.ts';
import type { ServiceContext } from './service-context.ts';
import { type WorkKind, workKinds } from './work-signals.ts';

/** How often a worker announces itself. */
export const announceIntervalMs = 5_000;
/** Two announcements may be lost before a worker is taken for gone. */
const maxSilenceMs = 3 * announceIntervalMs;
/** Work that arrives within this time goes to the same worker, so that it is woken once. */
const turnMs = 1_000;

export /** The worker processes that have announced themselves, for processes that have none: they wake one of them at a time. */
class WorkerDirectory {
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

/** Workers publish their ids on it, and processes without a worker listen. */
const workersChannel = 'workers';
/** Work for whichever worker is free; all of them listen. */
export const anyWorkerChannel = 'work';
const channelOf = (worker: string) => `work_${worker}`;

/** Notifies subscribers to these SIDs, in this process and in all others. Call it after the commit of a turn. */
export function publishChanges(ctx: ServiceContext, sids: ReadonlySet<string>): void {
  if (sids.size === 0) return;
  ctx.changes.notify(sids);
  for (const sid of sids) ctx.database.notify(changesChannelOf(sid), sid);
  ctx.wake('turns');
}

/** Tells all workers that there is more of that work than this process can do now. */
export function offerWork({ database }: ServiceContext, kind: WorkKind): void {
  database.notify(anyWorkerChannel, kind);
}

/**
 * Wakes this process's subscribers and pollers when rows change in another process. Work that has no poller here goes
 * to one process that has a worker. `isWorker`: this process has one, and announces it. Returns a function that ends it.
 */
export function handleNotifications(ctx: ServiceContext, isWorker: boolean): () => void {
  const { changes, database, work } = ctx;
  const ends = [
    database.onNotification(({ channel, text }) => {
      if (isChangesChannel(channel)) changes.notify([text]);
      if (channel === startedListening || channel === missedNotifications) changes.notifyAll();
      if (channel === missedNotifications && isWorker) work.signal();
    }),
    isWorker ? receiveWork(ctx) : sendWork(ctx),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Announces the worker of this process, and wakes its pollers. */
function receiveWork({ database, ids, work }: ServiceContext): () => void {
  const id = ids.token();
  const own = channelOf(id);
  const announce = () => database.notify(workersChannel, id);
  const timer = setInterval(announce, announceIntervalMs).unref();
  const ends = [
    database.listen(own),
    database.listen(anyWorkerChannel),
    database.onNotification(({ channel, text }) => {
      if (channel !== own && channel !== anyWorkerChannel) return;
      const kind = workKinds.find((each) => each === text);
      if (kind !== undefined) work.signal(kind);
    }),
    () => clearInterval(timer),
  ];
  announce();
  return () => {
    for (const end of ends) end();
  };
}

/** Wakes one worker at a time, in turn; all of them where none is known yet. */
function sendWork({ clock, database, work }: ServiceContext): () => void {
  const directory = new WorkerDirectory();
  const ends = [
    database.listen(workersChannel),
    database.onNotification(({ channel, text }) => {
      if (channel === workersChannel) directory.announced(text, clock.now());
    }),
    work.forward((kind) => {
      const worker = directory.next(clock.now());
      database.notify(worker === null ? anyWorkerChannel : channelOf(worker), kind);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Looks after each lost connection whether the numbers of the turn log go on: a standby may lack the last transactions,
 * and would give their numbers once more. Returns a function that ends it.
 */
export function handleFailover({ database, clock, log }: ServiceContext): () => void {
  return database.onNotification(({ channel }) => {
    if (channel !== missedNotifications) return;
    continueLogNumbers(database, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'The numbers of the turn log could not be checked; the next start does it');
    });
  });
}

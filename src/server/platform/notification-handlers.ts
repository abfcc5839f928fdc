/** Publishes changes and work to the processes on the same database that need them, and handles their notifications. */

import { changesChannelOf, isChangesChannel } from './change-notifier.ts';
import { missedNotifications, startedListening } from './database/notifications.ts';
import type { ServiceContext } from './service-context.ts';
import { type WorkKind, workKinds } from './work-signals.ts';
import { announceIntervalMs, WorkerDirectory } from './worker-directory.ts';

/** Workers publish their ids on it, and processes without a worker listen. */
const workersChannel = 'workers';
/** Work for whichever worker is free; all of them listen. */
const anyWorkerChannel = 'work';
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

/**
 * Change notifier: publish and subscribe by SID within one server instance, so that code that waits for a row wakes
 * early. Notifications may get lost; the rows stay the truth.
 */

const channelPrefix = 'changes_';
/** Few enough to listen to all of them, many enough that a process with few waiters hears little that is for others. */
const channelCount = 64;

/** The channel of the database's notifications on which the SID of a changed row is published: a hash of it. */
export function changesChannelOf(sid: string): string {
  let hash = 0;
  for (let index = 0; index < sid.length; index += 1) hash = (hash * 31 + sid.charCodeAt(index)) >>> 0;
  return `${channelPrefix}${hash % channelCount}`;
}

export function isChangesChannel(channel: string): boolean {
  return channel.startsWith(channelPrefix);
}

export type ChangeSubscription = {
  /** Resolves at the first change since `subscribe`, or after `timeoutMs` milliseconds. */
  changed(timeoutMs: number): Promise<void>;
  close(): void;
};

export class ChangeNotifier {
  readonly #waiters = new Map<string, Set<() => void>>();
  readonly #listen: (channel: string) => () => void;

  /** `listen` begins to receive what other processes publish on a channel, until the function it returns is called. */
  constructor(listen: (channel: string) => () => void) {
    this.#listen = listen;
  }

  /** Wakes the waiters of these SIDs. Call it after the commit. */
  notify(sids: Iterable<string>): void {
    for (const sid of sids) for (const resolve of this.#waiters.get(sid) ?? []) resolve();
  }

  /** Wakes everybody: anything may have changed. */
  notifyAll(): void {
    this.notify([...this.#waiters.keys()]);
  }

  /** Subscribes to one SID. Subscribe before reading its rows, so that no change in between is missed. */
  subscribe(sid: string): ChangeSubscription {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(sid) ?? new Set();
    this.#waiters.set(sid, waiters.add(resolve));
    const stopListening = this.#listen(changesChannelOf(sid));
    return {
      async changed(timeoutMs) {
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      },
      close: () => {
        stopListening();
        waiters.delete(resolve);
        if (waiters.size === 0 && this.#waiters.get(sid) === waiters) this.#waiters.delete(sid);
      },
    };
  }
}

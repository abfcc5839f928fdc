/**
 * Change notifier: publish and subscribe by SID within one server instance, so that code that waits for a row wakes
 * early. Notifications may get lost; the rows stay the truth.
 */

/** The channel of the database's notifications on which processes publish the SIDs of what has changed. */
export const changesChannel = 'moved';

export type ChangeSubscription = {
  /** Resolves at the first change since `subscribe`, or after `timeoutMs` milliseconds. */
  changed(timeoutMs: number): Promise<void>;
  close(): void;
};

export class ChangeNotifier {
  readonly #waiters = new Map<string, Set<() => void>>();

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
    return {
      async changed(timeoutMs) {
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      },
      close: () => {
        waiters.delete(resolve);
        if (waiters.size === 0 && this.#waiters.get(sid) === waiters) this.#waiters.delete(sid);
      },
    };
  }
}

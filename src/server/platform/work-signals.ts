/** Signals that work may be due, from the code that has written it to the pollers of the same process. */

/**
 * `jobs` and timers; `events` that wait for event webhooks; `turns` that sinks or live streams wait for; `audit` events that have
 * no place in their chain yet.
 */
export const workKinds = ['jobs', 'events', 'turns', 'audit'] as const;
export type WorkKind = (typeof workKinds)[number];

type Listener = () => void;

/** Publish and subscribe within one server. Signals are coalesced until the next turn of the event loop. */
export class WorkSignals {
  readonly #pollers: Record<WorkKind, Set<Listener>> = {
    jobs: new Set(),
    events: new Set(),
    turns: new Set(),
    audit: new Set(),
  };
  readonly #forwarders = new Set<(kind: WorkKind) => void>();
  readonly #pending = new Set<WorkKind>();

  /** Signals these kinds of work, all where none is named. Returns at once; listeners are called later. */
  signal(...kinds: WorkKind[]): void {
    const wanted = kinds.length === 0 ? workKinds : kinds;
    if (this.#pending.size === 0) setImmediate(() => this.#deliver());
    for (const kind of wanted) this.#pending.add(kind);
  }

  /** Calls `listener`, the poller of that work, at each signal. Returns a function that ends it. */
  poll(kind: WorkKind, listener: Listener): () => void {
    // A function of its own, so that the same listener may be given twice.
    const own = () => listener();
    this.#pollers[kind].add(own);
    return () => void this.#pollers[kind].delete(own);
  }

  /** Calls `forwarder` with work that has no poller in this process. Returns a function that ends it. */
  forward(forwarder: (kind: WorkKind) => void): () => void {
    this.#forwarders.add(forwarder);
    return () => void this.#forwarders.delete(forwarder);
  }

  #deliver(): void {
    const kinds = [...this.#pending];
    this.#pending.clear();
    for (const kind of kinds) {
      for (const poller of this.#pollers[kind]) poller();
      if (this.#pollers[kind].size === 0) for (const forwarder of this.#forwarders) forwarder(kind);
    }
  }
}

/**
 * News for whoever waits for rows: "look again". Hints are gathered and may get lost, so rows stay the truth
 * and waiting goes on without them; they only make it shorter.
 */

/** `channel` says what kind of thing moved, `text` which one (a SID, or nothing). */
export type DatabaseNotification = { channel: string; text: string };

export type NotificationListener = (hint: DatabaseNotification) => void;

/** The channel of the hint that says: hints were missed, so look at everything that you wait for. */
export const missedNotifications = '*';

/** Hints within one process: each is told once, however often it is given before the next turn of the event loop. */
export class NotificationHub {
  readonly #listeners = new Set<NotificationListener>();
  #pending = new Map<string, DatabaseNotification>();

  /** Returns at once; listeners hear of it soon. */
  publish(hint: DatabaseNotification): void {
    if (this.#listeners.size === 0) return;
    if (this.#pending.size === 0) setImmediate(() => this.#deliver());
    this.#pending.set(notificationKey(hint), hint);
  }

  /** Gives back a function that ends the listening. */
  subscribe(listener: NotificationListener): () => void {
    // An own function, so that the same listener may listen twice.
    const own: NotificationListener = (hint) => listener(hint);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #deliver(): void {
    const hints = this.#pending;
    this.#pending = new Map();
    for (const hint of hints.values()) for (const listener of this.#listeners) listener(hint);
  }
}

/** The same for the same hint. */
export function notificationKey({ channel, text }: DatabaseNotification): string {
  return `${channel} ${text}`;
}

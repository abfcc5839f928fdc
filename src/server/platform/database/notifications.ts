/**
 * Notifications that rows have changed: publish and subscribe. They are coalesced and may get lost, so the rows stay
 * the truth, and subscribers poll as well; notifications only shorten the wait.
 */

/** `channel` is the kind of change, `text` what changed (a SID, or nothing). */
export type DatabaseNotification = { channel: string; text: string };

export type NotificationListener = (notification: DatabaseNotification) => void;

/** The channel of the notification that others were lost: anything may have changed. */
export const missedNotifications = '*';

/** The channel of the notification that a channel, `text`, is listened to now: some on it may have been missed before. */
export const startedListening = '+';

/** Publish and subscribe within one process; equal notifications are coalesced until the next turn of the event loop. */
export class NotificationHub {
  readonly #listeners = new Set<NotificationListener>();
  #pending = new Map<string, DatabaseNotification>();

  /** Returns at once; listeners are called later. */
  publish(notification: DatabaseNotification): void {
    if (this.#listeners.size === 0) return;
    if (this.#pending.size === 0) setImmediate(() => this.#deliver());
    this.#pending.set(notificationKey(notification), notification);
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: NotificationListener): () => void {
    // A function of its own, so that the same listener may subscribe twice.
    const own: NotificationListener = (notification) => listener(notification);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #deliver(): void {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const notification of pending.values())
      for (const listener of this.#listeners) listener(notification);
  }
}

/** Equal for equal notifications. */
export function notificationKey({ channel, text }: DatabaseNotification): string {
  return `${channel} ${text}`;
}

/**
 * Requests that wait for a moment in which they can still be taken back. None is lost when the page is left
 * meanwhile: what waits is then sent in a way that outlives the page.
 */

import { useSyncExternalStore } from 'react';

export type Send = (options: { keepalive: boolean }) => Promise<void>;

const waiting = new Map<string, Send>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed(): void {
  keys = new Set(waiting.keys());
  for (const listener of listeners) listener();
}

/** Holds `send` back under `key` until `sendNow` or until the page is left. */
export function sendLater(key: string, send: Send): void {
  waiting.set(key, send);
  changed();
}

/** Forgets what waits under `key`; false when it was already sent. */
export function takeBack(key: string): boolean {
  const was = waiting.delete(key);
  if (was) changed();
  return was;
}

/** Sends what waits under `key`; nothing when it was sent or taken back. It counts as waiting until it is answered. */
export async function sendNow(key: string, options = { keepalive: false }): Promise<void> {
  const send = waiting.get(key);
  if (send === undefined) return;
  try {
    await send(options);
  } finally {
    if (waiting.get(key) === send) takeBack(key);
  }
}

/** Sends everything that waits; failures are the affair of those who asked for it. */
export async function sendAllNow(options = { keepalive: false }): Promise<void> {
  await Promise.allSettled([...waiting.keys()].map((key) => sendNow(key, options)));
}

/** From now on what waits is sent when the page is left. Returns the way back. */
export function sendOnLeaving(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  const leave = () => void sendAllNow({ keepalive: true });
  page.addEventListener('pagehide', leave);
  return () => page.removeEventListener('pagehide', leave);
}

/** The keys of everything that waits. */
export function useWaiting(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => keys,
  );
}

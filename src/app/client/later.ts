/**
 * Requests that wait for a moment in which they can still be taken back. None is lost when the page is left
 * meanwhile: what waits is sent then, and each must be sent in a way that outlives the page (`keepalive`).
 */

import { useSyncExternalStore } from 'react';

export type Send = () => Promise<void>;

const waiting = new Map<string, Send>();
const underway = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed(): void {
  keys = new Set([...waiting.keys(), ...underway.keys()]);
  for (const listener of listeners) listener();
}

/** Holds `send` back under `key` until `sendNow` or until the page is left. */
export function sendLater(key: string, send: Send): void {
  waiting.set(key, send);
  changed();
}

/** Forgets what waits under `key`; false when it is already on its way. */
export function takeBack(key: string): boolean {
  const was = waiting.delete(key);
  if (was) changed();
  return was;
}

/** Sends what waits under `key` and resolves with its answer; nothing is sent twice. */
export function sendNow(key: string): Promise<void> {
  const send = waiting.get(key);
  if (send === undefined) return underway.get(key) ?? Promise.resolve();
  waiting.delete(key);
  const answer = send().finally(() => {
    underway.delete(key);
    changed();
  });
  underway.set(key, answer);
  return answer;
}

/** Sends everything that waits; failures are the affair of those who asked for it. */
export async function sendAllNow(): Promise<void> {
  await Promise.allSettled([...waiting.keys(), ...underway.keys()].map(sendNow));
}

/** From now on what waits is sent when the page is left. Returns the way back. */
export function sendOnLeaving(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  const leave = () => void sendAllNow();
  page.addEventListener('pagehide', leave);
  return () => page.removeEventListener('pagehide', leave);
}

/** The keys of everything that waits or is not answered yet. */
export function useWaiting(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => keys,
  );
}

/**
 * Requests that wait for a moment in which they can still be taken back. None is lost when the page is left
 * meanwhile: what waits is sent then, and each must be sent in a way that outlives the page (`keepalive`).
 */

import { useSyncExternalStore } from 'react';

export type DeferredRequest = () => Promise<void>;

const deferred = new Map<string, DeferredRequest>();
const inFlight = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function notify(): void {
  keys = new Set([...deferred.keys(), ...inFlight.keys()]);
  for (const listener of listeners) listener();
}

/** Holds `send` back under `key` until `sendNow` or until the page is left. */
export function deferRequest(key: string, send: DeferredRequest): void {
  deferred.set(key, send);
  notify();
}

/** Forgets what waits under `key`; false when it is already on its way. */
export function cancelDeferred(key: string): boolean {
  const wasDeferred = deferred.delete(key);
  if (wasDeferred) notify();
  return wasDeferred;
}

/** Sends what waits under `key` and resolves with its answer; nothing is sent twice. */
export function sendDeferred(key: string): Promise<void> {
  const send = deferred.get(key);
  if (send === undefined) return inFlight.get(key) ?? Promise.resolve();
  deferred.delete(key);
  const response = send().finally(() => {
    inFlight.delete(key);
    notify();
  });
  inFlight.set(key, response);
  return response;
}

/** Sends everything that waits; failures are the affair of those who asked for it. */
export async function sendAllDeferred(): Promise<void> {
  await Promise.allSettled([...deferred.keys(), ...inFlight.keys()].map(sendDeferred));
}

/** From now on what waits is sent when the page is left. Returns the way back. */
export function sendDeferredOnPageHide(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  const send = () => void sendAllDeferred();
  page.addEventListener('pagehide', send);
  return () => page.removeEventListener('pagehide', send);
}

/** The keys of everything that waits or is not answered yet. */
export function useDeferredKeys(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => keys,
  );
}

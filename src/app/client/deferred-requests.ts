/**
 * Deferred requests, which can be cancelled until they are sent. None is lost when the page is left
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

/** Cancels the request deferred under `key`; false when it has already been sent. */
export function cancelDeferred(key: string): boolean {
  const wasDeferred = deferred.delete(key);
  if (wasDeferred) notify();
  return wasDeferred;
}

/** Sends the request deferred under `key` and resolves when it is done; none is sent twice. */
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

/** Sends all deferred requests; each handles its own errors. */
export async function sendAllDeferred(): Promise<void> {
  await Promise.allSettled([...deferred.keys(), ...inFlight.keys()].map(sendDeferred));
}

/** Sends all deferred requests on `pagehide`. Returns the function that unsubscribes. */
export function sendDeferredOnPageHide(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  const send = () => void sendAllDeferred();
  page.addEventListener('pagehide', send);
  return () => page.removeEventListener('pagehide', send);
}

/** The keys of all requests that are deferred or in flight. */
export function useDeferredKeys(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => keys,
  );
}

/** The key of the deletion of a flow. */
export const deletionKey = (sid: string) => `delete ${sid}`;

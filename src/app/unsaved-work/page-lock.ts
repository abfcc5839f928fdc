/**
 * Which pages of this browser are open: each holds a lock (Web Locks API) as long as it lives, so that another page knows
 * whether what it has kept is still its own.
 */

import { randomId } from '../ui/random-id.ts';

/** This page, as the server and the others know it. Two pages never have the same. */
export const pageClient = randomId(8);

const nameOf = (client: string) => `patchbay page ${client}`;

/** Holds the lock of this page until it ends. */
export function holdPageLock(): void {
  void navigator.locks?.request(nameOf(pageClient), () => new Promise<never>(() => {})).catch(() => {});
}

/** True while another page with that name is open. */
export async function isOpenElsewhere(client: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return client !== pageClient && held.some(({ name }) => name === nameOf(client));
}

/** Calls `then` once no page has that name any more: at once, or when it is closed or crashes. */
export async function whenClosed(client: string, then: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) await then();
  else await navigator.locks.request(nameOf(client), then);
}

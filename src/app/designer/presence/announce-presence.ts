/** Tells the others where the person at this page is: at once when that changes, and now and then. */

import type { Point } from '#flow/definition.ts';
import { announcePresence } from '../../client/working-copy.ts';
import { commentClient } from '../../comments/browser-state.ts';
import { pageClient } from '../../unsaved-work/page-lock.ts';
import type { DocumentState } from '../document/document-store.ts';
import type { OpenFlow } from '../document/open-flow.ts';
import { heartbeatMs, lonelyHeartbeatMs, type SaidPresence } from './presence-store.ts';

const intervalMs = 100;
const tickMs = 1_000;
const maxSelected = 5;

export type Announcer = { point(at: Point | null): void; announce(): void; stop(): void };

/** Announces until `stop`, which says that the person is gone. */
export function startAnnouncing({
  document,
  view,
  presence,
}: Omit<OpenFlow, 'sync' | 'findings'>): Announcer {
  let pointer: Point | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent = '';
  let sentAt = 0;

  const send = (state: SaidPresence) => {
    const { id, base } = document.getState();
    if (base === null) return;
    sent = JSON.stringify(state);
    sentAt = performance.now();
    // Where the server does not respond, other pages see nothing either.
    void announcePresence(id, { client: pageClient, state }).catch(() => {});
  };
  const current = (isHere = true): SaidPresence => ({
    person: commentClient(),
    selected: [...view.getState().selected].slice(0, maxSelected),
    pointer,
    field: typedField(document.getState()),
    isHere,
  });
  const announce = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const state = current();
      if (JSON.stringify(state) !== sent) send(state);
    }, intervalMs);
  };
  const unsubscribe = [document.subscribe(announce), view.subscribe(announce)];
  const heartbeat = setInterval(() => {
    presence.prune();
    const silentMs = performance.now() - sentAt;
    const isAlone = presence.getState().pages.size === 0;
    const isSeen = globalThis.document.visibilityState !== 'hidden';
    if (isSeen && silentMs > (isAlone ? lonelyHeartbeatMs : heartbeatMs) - tickMs / 2) send(current());
  }, tickMs);
  const leave = () => send(current(false));
  const comeBack = () => {
    sent = '';
    announce();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  globalThis.document.addEventListener('visibilitychange', comeBack);
  announce();
  return {
    point(at) {
      pointer = at;
      // Only where another page is open to show it.
      if (presence.getState().pages.size > 0) announce();
    },
    announce: comeBack,
    stop() {
      for (const end of unsubscribe) end();
      clearTimeout(timer);
      clearInterval(heartbeat);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      globalThis.document.removeEventListener('visibilitychange', comeBack);
      leave();
    },
  };
}

/** The field that is being typed in: that of the newest step, as long as its gesture goes on. */
function typedField({ history }: DocumentState): SaidPresence['field'] {
  const newest = history.past.at(-1);
  if (newest === undefined || newest.gesture === null || newest.label.name !== 'changeProperty') return null;
  return { widget: newest.label.widget, label: newest.label.field };
}

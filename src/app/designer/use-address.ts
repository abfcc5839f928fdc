/** Keeps the address and the view in step: each selection has a link, and each link restores its selection. */

import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readDesignerSearch, type ViewSearch } from './address.ts';
import { applySearch, searchOf, type ViewStore } from './view-store.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many steps of the browser's history lead back to the page without an open widget. */
    opened?: number;
  }
}

/**
 * `open`: a widget is a page of its own, which the browser's Back leaves. Otherwise a selection takes the place of the
 * one before it in the browser's history.
 */
export function useAddress(view: ViewStore, widgets: 'select' | 'open' = 'select'): void {
  const navigate = useNavigate();
  const router = useRouter();
  const { widget, tab, problem, comment, ...test } = readDesignerSearch(useSearch({ strict: false }));
  /** Searches whose navigation is pending, oldest first: their arrival must not change the view again. */
  const pending = useRef<string[]>([]);
  /** The search that the view is taking over from the address, which has it already. */
  const pulled = useRef<string | null>(null);

  const push = useEffectEvent((search: ViewSearch, before: ViewSearch) => {
    pending.current.push(keyOf(search));
    const next = { ...test, ...search };
    if (widgets === 'select') {
      void navigate({ to: '.', search: next, replace: true });
      return;
    }
    const move = historyMove(before, search, router.history.location.state.opened ?? 0);
    if (move.kind === 'back') router.history.go(-move.steps);
    else {
      const state = { opened: move.opened };
      void navigate({ to: '.', search: next, state, replace: move.kind === 'replace', resetScroll: false });
    }
  });
  const pull = useEffectEvent(() => {
    const search = {
      ...(widget !== undefined && { widget }),
      ...(tab !== undefined && { tab }),
      ...(problem !== undefined && { problem }),
      ...(comment !== undefined && { comment }),
    };
    const key = keyOf(search);
    const index = pending.current.indexOf(key);
    if (index >= 0) pending.current.splice(0, index + 1);
    else if (key !== keyOf(searchOf(view.getState()))) {
      pulled.current = key;
      applySearch(view, search);
      pulled.current = null;
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each parameter of the address counts
  useEffect(() => pull(), [widget, tab, problem, comment]);
  useEffect(() => {
    let previous = searchOf(view.getState());
    return view.subscribe((state) => {
      const search = searchOf(state);
      const before = previous;
      if (keyOf(search) === keyOf(before)) return;
      previous = search;
      if (keyOf(search) !== pulled.current) push(search, before);
    });
  }, [view]);
}

function keyOf({ widget, tab, problem, comment }: ViewSearch): string {
  return JSON.stringify([widget, tab, problem, comment]);
}

/** `opened` is how many steps then lead back to the page without an open widget; 0 where that is not in the history. */
type HistoryMove = { kind: 'back'; steps: number } | { kind: 'push' | 'replace'; opened: number };

/**
 * Opening a widget is a step, and from there another one, too; closing it goes back over all of them. Of a widget that
 * the page was opened with, no step leads back.
 */
export function historyMove(before: ViewSearch, after: ViewSearch, opened: number): HistoryMove {
  if (before.widget === after.widget) return { kind: 'replace', opened };
  if (after.widget === undefined)
    return opened > 0 ? { kind: 'back', steps: opened } : { kind: 'replace', opened: 0 };
  if (before.widget === undefined) return { kind: 'push', opened: 1 };
  return opened > 0 ? { kind: 'push', opened: opened + 1 } : { kind: 'replace', opened: 0 };
}

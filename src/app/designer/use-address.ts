/** Keeps the address and the view in step: each selection has a link, and each link restores its selection. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readDesignerSearch, type ViewSearch } from './address.ts';
import { applySearch, searchOf, type ViewStore } from './view-store.ts';

export function useAddress(view: ViewStore): void {
  const navigate = useNavigate();
  const { widget, tab, problem, comment, ...test } = readDesignerSearch(useSearch({ strict: false }));
  /** Searches whose navigation is pending, oldest first: their arrival must not change the view again. */
  const pending = useRef<string[]>([]);

  const push = useEffectEvent((search: ViewSearch) => {
    pending.current.push(keyOf(search));
    void navigate({ to: '.', search: { ...test, ...search }, replace: true });
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
    else if (key !== keyOf(searchOf(view.getState()))) applySearch(view, search);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each parameter of the address counts
  useEffect(() => pull(), [widget, tab, problem, comment]);
  useEffect(() => {
    let previous = keyOf(searchOf(view.getState()));
    return view.subscribe((state) => {
      const search = searchOf(state);
      if (keyOf(search) === previous) return;
      previous = keyOf(search);
      push(search);
    });
  }, [view]);
}

function keyOf({ widget, tab, problem, comment }: ViewSearch): string {
  return JSON.stringify([widget, tab, problem, comment]);
}

/** Keeps the address and what is looked at together: each selection is a link, and each link selects. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type DesignerSearch, readDesignerSearch } from './address.ts';
import { applySearch, searchOf, type ViewStore } from './view-store.ts';

export function useAddress(view: ViewStore): void {
  const navigate = useNavigate();
  const { widget, tab, problem } = readDesignerSearch(useSearch({ strict: false }));
  /** The places on their way into the address, oldest first: their arrival is no wish of the person. */
  const sent = useRef<string[]>([]);

  const go = useEffectEvent((place: DesignerSearch) => {
    sent.current.push(textOf(place));
    void navigate({ to: '.', search: place, replace: true });
  });
  const arrive = useEffectEvent(() => {
    const place = {
      ...(widget !== undefined && { widget }),
      ...(tab !== undefined && { tab }),
      ...(problem !== undefined && { problem }),
    };
    const text = textOf(place);
    const at = sent.current.indexOf(text);
    if (at >= 0) sent.current.splice(0, at + 1);
    else if (text !== textOf(searchOf(view.getState()))) applySearch(view, place);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each part of the address counts
  useEffect(() => arrive(), [widget, tab, problem]);
  useEffect(() => {
    let known = textOf(searchOf(view.getState()));
    return view.subscribe((state) => {
      const place = searchOf(state);
      if (textOf(place) === known) return;
      known = textOf(place);
      go(place);
    });
  }, [view]);
}

function textOf({ widget, tab, problem }: DesignerSearch): string {
  return JSON.stringify([widget, tab, problem]);
}

/**
 * Which layout the designer has: on a phone it is for reading, unless the person has asked to edit there, which holds for
 * the session of the tab.
 */

import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../../ui/browser-storage.ts';

/** The width below which `DESIGN.md` has one column, the same as in the style sheets. */
const narrow = '(max-width: 640px)';
const storageKey = 'patchbay.edit-on-narrow-screen';

const listeners = new Set<() => void>();
let editsAnyway = readKept(storageKey, 'sessionStorage') !== null;

/** True while the designer is for reading. */
export function showsReadingLayout(): boolean {
  return !editsAnyway && matchMedia(narrow).matches;
}

/** True while the screen is narrow and the canvas is shown all the same. */
export function editsOnNarrowScreen(): boolean {
  return editsAnyway && matchMedia(narrow).matches;
}

/** Shows the canvas on narrow screens too, or no longer. */
export function setEditsAnyway(isAsked: boolean): void {
  editsAnyway = isAsked;
  keep(storageKey, isAsked ? 'yes' : null, 'sessionStorage');
  for (const listener of listeners) listener();
}

export function useReadingLayout(): boolean {
  return useSyncExternalStore(subscribe, showsReadingLayout);
}

export function useEditsOnNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, editsOnNarrowScreen);
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow);
  media.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    media.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

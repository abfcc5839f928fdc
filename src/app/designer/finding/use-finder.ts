/** The search for widgets by synonyms and intent, which is loaded with the first search. */

import { useEffect, useState } from 'react';

type Find = typeof import('./find-widgets.ts').findWidgets;

let loaded: Find | null = null;

/** Resolves to null when it cannot be loaded: then widgets are found by their titles and descriptions only. */
export async function loadFinder(): Promise<Find | null> {
  try {
    loaded ??= (await import('./find-widgets.ts')).findWidgets;
  } catch {
    // Without a network, or after an upgrade of the server.
  }
  return loaded;
}

/** Null until it is loaded; it is asked for once it is wanted. */
export function useFinder(isWanted: boolean): Find | null {
  const [find, setFind] = useState(() => loaded);
  useEffect(() => {
    if (!isWanted || find !== null) return;
    let isShown = true;
    void loadFinder().then((arrived) => {
      if (isShown) setFind(() => arrived);
    });
    return () => {
      isShown = false;
    };
  }, [isWanted, find]);
  return find;
}

/** Lookups of the same thing that are asked for at the same time share a query. */

import type { Queries } from './database.ts';

/** `next` begins when `running` is over, for all who have asked meanwhile. */
type Lookup<R> = { running: Promise<R>; next: Promise<R> | null };

/**
 * At most one query for a key is on its way. Who asks meanwhile shares the one after it, so that each gets what was
 * committed before they asked, also by other processes: nothing is kept. The callers share the result and may not
 * change it. Those who wait share the error of a lookup that fails, so that no caller waits for an absent database twice.
 */
export function sharedLookup<R>(
  lookUp: (db: Queries, key: string) => Promise<R>,
): (db: Queries, key: string) => Promise<R> {
  const lookups = new WeakMap<Queries, Map<string, Lookup<R>>>();
  const begin = (db: Queries, byKey: Map<string, Lookup<R>>, key: string): Promise<R> => {
    const lookup: Lookup<R> = { running: lookUp(db, key), next: null };
    byKey.set(key, lookup);
    const end = () => {
      byKey.delete(key);
    };
    const endUnlessAwaited = () => {
      if (lookup.next === null) end();
    };
    lookup.running.then(endUnlessAwaited, end);
    return lookup.running;
  };
  return (db, key) => {
    const byKey = lookups.get(db) ?? new Map<string, Lookup<R>>();
    lookups.set(db, byKey);
    const lookup = byKey.get(key);
    if (lookup === undefined) return begin(db, byKey, key);
    lookup.next ??= lookup.running.then(() => begin(db, byKey, key));
    return lookup.next;
  };
}

/** Bounds of what is kept in memory by key. */

/** Deletes the entries that were added first, until there are `limit`. */
export function dropOldest<K>(entries: Map<K, unknown> | Set<K>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(key);
  }
}

/** Work that must not overlap: one after the other for each key. */

/** Runs `work` after the work of the same key that was begun before. */
export async function inTurn<T>(
  lastByKey: Map<string, Promise<unknown>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = (lastByKey.get(key) ?? Promise.resolve()).then(work, work);
  lastByKey.set(key, own);
  try {
    return await own;
  } finally {
    if (lastByKey.get(key) === own) lastByKey.delete(key);
  }
}

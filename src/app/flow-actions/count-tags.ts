/** The tags that flows have, and how many have each. Pure. */

import { tagKey } from '#api/flows/tag-text.ts';

/** A tag in its most frequent spelling. */
export type CountedTag = { key: string; tag: string; count: number };

/** The most frequent first, then by name. */
export function countTags(flows: readonly { tags: readonly string[] }[]): CountedTag[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const tag of flows.flatMap(({ tags }) => tags)) {
    const counts = spellings.get(tagKey(tag)) ?? new Map<string, number>();
    spellings.set(tagKey(tag), counts.set(tag, (counts.get(tag) ?? 0) + 1));
  }
  return [...spellings]
    .map(([key, counts]) => {
      const [[tag] = [key]] = [...counts].sort((a, b) => b[1] - a[1]);
      return { key, tag, count: [...counts.values()].reduce((sum, each) => sum + each, 0) };
    })
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}

/** Whether a flow has all of the tags, given by their keys. */
export function hasTags(tags: readonly string[], wanted: readonly string[]): boolean {
  const own = new Set(tags.map(tagKey));
  return wanted.every((key) => own.has(key));
}

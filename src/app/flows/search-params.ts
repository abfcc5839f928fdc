/** Search parameters of the flows page. Defaults are left out. */

import { maxTags, tagKey } from '#api/flows/tag-text.ts';

export const flowFilters = ['all', 'draft', 'published', 'changed', 'errors'] as const;
export const flowSorts = ['updated', 'name', 'active'] as const;

export type FlowFilter = (typeof flowFilters)[number];
export type FlowSort = (typeof flowSorts)[number];

/** `q` is the search; `tags` are keys of tags, of which a flow has all; `new` is the template that the dialog shows, open when it is there. */
export type FlowsSearch = { q?: string; show?: FlowFilter; tags?: string[]; sort?: FlowSort; new?: string };

export function readFlowsSearch(search: Record<string, unknown>): FlowsSearch {
  const show = flowFilters.find((each) => each === search.show && each !== 'all');
  const sort = flowSorts.find((each) => each === search.sort && each !== 'updated');
  const tags = readTags(search.tags);
  return {
    // A number in the address arrives as one.
    ...((typeof search.q === 'string' || typeof search.q === 'number') &&
      search.q !== '' && { q: String(search.q) }),
    ...(show && { show }),
    ...(tags.length > 0 && { tags }),
    ...(sort && { sort }),
    ...(typeof search.new === 'string' && { new: search.new }),
  };
}

function readTags(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((each) =>
    ['string', 'number'].includes(typeof each),
  );
  return [...new Set(texts.map((each) => tagKey(String(each))).filter((key) => key !== ''))].slice(
    0,
    maxTags,
  );
}

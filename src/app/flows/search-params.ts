/** Search parameters of the flows page. Defaults are left out. */

import { maxTags, tagKey } from '#api/flows/tag-text.ts';
import { matching, oneOf, searchReader, text } from '../ui/search-params.ts';

export const flowFilters = ['all', 'draft', 'published', 'changed', 'errors'] as const;
export const flowSorts = ['updated', 'name', 'active'] as const;

export type FlowFilter = (typeof flowFilters)[number];
export type FlowSort = (typeof flowSorts)[number];

/** `q` is the search; `tags` are keys of tags, of which a flow has all; `new` is the template that the dialog shows, open when it is there. */
export type FlowsSearch = ReturnType<typeof readFlowsSearch>;

export const readFlowsSearch = searchReader({
  q: text(300),
  show: oneOf(flowFilters, 'all'),
  tags: readTags,
  sort: oneOf(flowSorts, 'updated'),
  new: matching(/^/),
});

function readTags(parameter: unknown): string[] | undefined {
  const texts = (Array.isArray(parameter) ? parameter : [parameter]).filter((each) =>
    ['string', 'number'].includes(typeof each),
  );
  const keys = new Set(texts.map((each) => tagKey(String(each))).filter((key) => key !== ''));
  return keys.size === 0 ? undefined : [...keys].slice(0, maxTags);
}

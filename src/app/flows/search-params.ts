/** Search parameters of the flows page. Defaults are left out. */

export const flowFilters = ['all', 'published', 'drafts', 'errors'] as const;
export const flowSorts = ['updated', 'name', 'active'] as const;

export type FlowFilter = (typeof flowFilters)[number];
export type FlowSort = (typeof flowSorts)[number];

/** `q` is the search; `new` is the template that the dialog shows, open when it is there. */
export type FlowsSearch = { q?: string; show?: FlowFilter; sort?: FlowSort; new?: string };

export function readFlowsSearch(search: Record<string, unknown>): FlowsSearch {
  const show = flowFilters.find((each) => each === search.show && each !== 'all');
  const sort = flowSorts.find((each) => each === search.sort && each !== 'updated');
  return {
    // A number in the address arrives as one.
    ...((typeof search.q === 'string' || typeof search.q === 'number') &&
      search.q !== '' && { q: String(search.q) }),
    ...(show && { show }),
    ...(sort && { sort }),
    ...(typeof search.new === 'string' && { new: search.new }),
  };
}

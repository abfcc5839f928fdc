/** What the address of the flows page carries. What is at its usual value is left out. */

export const shows = ['all', 'published', 'drafts', 'errors'] as const;
export const sorts = ['updated', 'name', 'active'] as const;

export type Show = (typeof shows)[number];
export type Sort = (typeof sorts)[number];

/** `q` is the search; `new` is the template that the dialog shows, open when it is there. */
export type FlowsSearch = { q?: string; show?: Show; sort?: Sort; new?: string };

export function readFlowsSearch(search: Record<string, unknown>): FlowsSearch {
  const show = shows.find((each) => each === search.show && each !== 'all');
  const sort = sorts.find((each) => each === search.sort && each !== 'updated');
  return {
    // A number in the address arrives as one.
    ...((typeof search.q === 'string' || typeof search.q === 'number') &&
      search.q !== '' && { q: String(search.q) }),
    ...(show && { show }),
    ...(sort && { sort }),
    ...(typeof search.new === 'string' && { new: search.new }),
  };
}

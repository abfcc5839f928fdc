/** Pagination of lists: a page has its items under the key that `meta.key` names. */

export type PageMeta = {
  previous_page_url: string | null;
  next_page_url: string | null;
  url: string;
  page: number;
  first_page_url: string;
  page_size: number;
  key: string;
};

export type Page<Key extends string, Item> = { meta: PageMeta } & { [K in Key]: Item[] };

export const pageSizeLimits = { minimum: 1, maximum: 1000, default: 50 } as const;

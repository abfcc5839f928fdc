/** A page of a list. The array stands under the name that `meta.key` gives. */

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

/** Pagination: query parameters and response schema of lists. */

import { type Static, type TArray, type TSchema, Type } from 'typebox';
import { nullable, resource, url } from './operation.ts';

export const pageSizeLimits = { minimum: 1, maximum: 1000, default: 50 } as const;

/** The query parameters of every list, read by `platform/http/paging.ts`. */
export const pageQuery = {
  PageSize: Type.Optional(
    Type.Integer({
      ...pageSizeLimits,
      description: 'Items on a page.',
    }),
  ),
  Page: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The page number in the response. It has no other effect.' }),
  ),
  PageToken: Type.Optional(Type.String({ description: 'The cursor of the page, from a URL in `meta`.' })),
};

const meta = resource('PageMeta', {
  page: Type.Integer({ minimum: 0 }),
  page_size: Type.Integer(pageSizeLimits),
  first_page_url: url(),
  previous_page_url: nullable(url()),
  url: url(),
  next_page_url: nullable(url()),
  key: Type.String({ description: 'The name of the list.' }),
});

export type PageMeta = Static<typeof meta>;

/** A page whose items are under `key`. */
export const pageOf = <const K extends string, S extends TSchema>(title: string, key: K, item: S) =>
  resource(title, { meta, [key]: Type.Array(item) } as { meta: typeof meta } & { [Name in K]: TArray<S> });

export type Page<Key extends string, Item> = { meta: PageMeta } & { [K in Key]: Item[] };

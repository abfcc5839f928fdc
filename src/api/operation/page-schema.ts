/** Lists: what they take and what they answer. */

import Type, { type TArray, type TSchema } from 'typebox';
import { pageSizeLimits } from '../pagination.ts';
import { nullable, resource, url } from './operation.ts';

/** The query of every list, read by `http/paging.ts`. */
export const pageQuery = {
  PageSize: Type.Optional(
    Type.Integer({
      minimum: pageSizeLimits.minimum,
      default: pageSizeLimits.default,
      description: `Items on a page, at most ${pageSizeLimits.maximum}: more than that counts as that many.`,
    }),
  ),
  Page: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The number that the answer shows. It moves nothing.' }),
  ),
  PageToken: Type.Optional(Type.String({ description: 'Where the page begins, from an address in `meta`.' })),
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

/** A page whose items stand under `key`. */
export const pageOf = <const K extends string, S extends TSchema>(title: string, key: K, item: S) =>
  resource(title, { meta, [key]: Type.Array(item) } as { meta: typeof meta } & { [Name in K]: TArray<S> });

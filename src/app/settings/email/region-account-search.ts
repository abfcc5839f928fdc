/** Search parameters of all email pages. Every page of the application loads this; those of one page are read by that page. */

import { matching, oneOf, searchReader } from '../../ui/search-params.ts';

/** The EU region, and the account acted for. They are kept across the pages; undefined leaves them. */
export type EmailSearch = ReturnType<typeof readEmailSearch>;

export const readEmailSearch = searchReader({ region: oneOf(['eu']), as: matching(/^[\w.@+-]{1,100}$/) });

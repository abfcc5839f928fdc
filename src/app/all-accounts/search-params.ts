/** Search parameters of the page over all accounts: each view and filter is a link. Defaults are left out. */

import { oneOf, searchReader, text } from '../ui/search-params.ts';

/** `account` is a part of the names of accounts, `q` one of the names of flows. */
export type AllAccountsSearch = ReturnType<typeof readAllAccountsSearch>;

export const readAllAccountsSearch = searchReader({
  view: oneOf(['executions', 'webhooks']),
  account: text(200),
  q: text(200),
  status: text(200),
});

/** Search parameters of the page of alerts. Defaults are left out. */

import { matching, oneOf, searchReader } from '../ui/search-params.ts';

/** `rule` is the key of the rule whose panel is open. */
export type AlertsSearch = ReturnType<typeof readAlertsSearch>;

export const readAlertsSearch = searchReader({
  show: oneOf(['silenced', 'history']),
  rule: matching(/^[a-z-]+(\.FW[0-9a-f]{32})?$/),
});

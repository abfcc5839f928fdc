/** Search parameters of the page of alerts. Defaults are left out. */

import { ruleKinds } from '#api/alerts/schemas.ts';

/** `rule` is the key of the rule whose panel is open. */
export type AlertsSearch = { show?: 'silenced' | 'history' | undefined; rule?: string | undefined };

const ruleKey = new RegExp(`^(${ruleKinds.join('|')})(\\.FW[0-9a-f]{32})?$`);

export function readAlertsSearch({ show, rule }: Record<string, unknown>): AlertsSearch {
  return {
    ...((show === 'silenced' || show === 'history') && { show }),
    ...(typeof rule === 'string' && ruleKey.test(rule) && { rule }),
  };
}

/** Search parameters of the page of alerts. Defaults are left out. */

/** `rule` is the key of the rule whose panel is open. */
export type AlertsSearch = { show?: 'silenced' | 'history' | undefined; rule?: string | undefined };

export function readAlertsSearch({ show, rule }: Record<string, unknown>): AlertsSearch {
  return {
    ...((show === 'silenced' || show === 'history') && { show }),
    ...(typeof rule === 'string' && /^[a-z-]+(\.FW[0-9a-f]{32})?$/.test(rule) && { rule }),
  };
}

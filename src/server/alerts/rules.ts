/** Which rule applies: what is set for a flow, else for its kind, else what every account has. Pure. */

import { type AlertKind, thresholds } from '#api/alerts/kinds.ts';
import type { AlertRuleRow } from '../platform/database/schema/alerts.ts';

export type Rule = {
  isEnabled: boolean;
  threshold: number;
  /** Encrypted; null for none. */
  targets: string | null;
  /** 0 is never again. */
  repeatMinutes: number;
  tellsEnd: boolean;
};

export const defaultRepeatMinutes = 30;

/** `rows` are those of the account. */
export function ruleFor(rows: readonly AlertRuleRow[], kind: AlertKind, flow: string): Rule {
  const of = (kind: AlertRuleRow['kind'], flow: string) =>
    rows.find((row) => row.kind === kind && row.flow === flow);
  const [own, all, every] = [flow === '' ? undefined : of(kind, flow), of(kind, ''), of('every', '')];
  return {
    isEnabled: (own ?? all)?.is_enabled !== 0,
    threshold: own?.threshold ?? all?.threshold ?? thresholds[kind].default,
    targets: own?.targets ?? all?.targets ?? every?.targets ?? null,
    repeatMinutes:
      own?.repeat_minutes ?? all?.repeat_minutes ?? every?.repeat_minutes ?? defaultRepeatMinutes,
    tellsEnd: (own?.tells_end ?? all?.tells_end ?? every?.tells_end) !== 0,
  };
}

export type RulesOf = (account: string) => readonly AlertRuleRow[];

export function byAccount(rows: readonly AlertRuleRow[]): RulesOf {
  const groups = Map.groupBy(rows, ({ account }) => account);
  return (account) => groups.get(account) ?? [];
}

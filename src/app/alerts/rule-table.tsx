/** The rules: when each alerts, for what, where its alerts go, and what it says now. */

import { BellOff, Check, CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { kindsOfServer } from '#api/alerts/kinds.ts';
import type { AlertRuleResource } from '#api/alerts/schemas.ts';
import type { useAlertRules } from '../client/alerts.ts';
import { useMay } from '../client/people/session.ts';
import { Button } from '../ui/button.tsx';
import { QueryList } from '../ui/display/query-list.tsx';
import { Table } from '../ui/display/table.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords, type Words } from '../words/use-words.ts';
import { kindIcons } from './kind-icons.ts';
import { NewRuleDialog } from './new-rule-dialog.tsx';

type RuleTableProps = {
  rules: ReturnType<typeof useAlertRules>;
  chosen: string | undefined;
  onChoose(key: string): void;
};

export function RuleTable({ rules, chosen, onChoose }: RuleTableProps) {
  const t = useWords('alerts');
  const mayChange = useMay('alerts.rules');
  const [isAdding, setAdding] = useState(false);
  const shown = (rules.data ?? []).filter(({ kind }) => kind !== 'every');
  return (
    <section className="alert-rules" aria-label={t('rules')}>
      <header>
        <h2>{t('rules')}</h2>
        {mayChange && (
          <Button icon={Plus} onPress={() => setAdding(true)}>
            {t('newRule')}
          </Button>
        )}
      </header>
      <QueryList list={rules} count={shown.length} failedTitle={t('rulesFailed')} empty={null} lines={6}>
        <Table
          label={t('rules')}
          columns={[
            { id: 'rule', title: t('columns.rule') },
            { id: 'when', title: t('columns.when') },
            { id: 'for', title: t('columns.for') },
            { id: 'to', title: t('columns.to'), className: 'wide' },
            { id: 'now', title: t('columns.now'), align: 'right' },
          ]}
        >
          {shown.map((rule) => (
            <tr key={rule.key} className={rule.key === chosen ? 'on' : undefined}>
              <td>
                <button type="button" className="rule-name" onClick={() => onChoose(rule.key)}>
                  <Icon of={kindIcons[rule.kind]} size={14} />
                  {t(`kind.${rule.kind}`)}
                </button>
              </td>
              <td>{whenText(t, rule)}</td>
              <td>{subjectText(t, rule)}</td>
              <td className="wide">{targetsText(t, rule)}</td>
              <td className="right">
                <Now rule={rule} />
              </td>
            </tr>
          ))}
        </Table>
      </QueryList>
      {isAdding && <NewRuleDialog onClose={() => setAdding(false)} onChosen={onChoose} />}
    </section>
  );
}

function whenText(t: Words<'alerts'>, { kind, threshold }: AlertRuleResource): string {
  if (kind === 'every' || threshold === null) return '';
  if (kind === 'dead-jobs' || kind === 'certificate' || kind === 'clock')
    return t(`when.${kind}`, { count: threshold });
  return t(`when.${kind}`, { threshold });
}

function subjectText(t: Words<'alerts'>, { kind, flow_name: name }: AlertRuleResource): string {
  if (name !== null) return name;
  if (kind === 'webhook-failing') return t('everyWebhook');
  if (kind === 'domain-records') return t('everyDomain');
  if (kind === 'dead-jobs') return t('account');
  return t(kindsOfServer.includes(kind) ? 'server' : 'everyFlow');
}

/** The kinds of its targets. */
export function targetsText(t: Words<'alerts'>, { targets }: Pick<AlertRuleResource, 'targets'>): string {
  const kinds = [...new Set(targets.map(({ kind }) => t(`targetKind.${kind}`)))];
  return kinds.length === 0 ? t('onPageOnly') : kinds.join(', ');
}

function Now({ rule: { is_enabled, open, silenced } }: { rule: AlertRuleResource }) {
  const t = useWords('alerts');
  if (!is_enabled) return <span className="rule-now">{t('off')}</span>;
  const [tone, icon, text] =
    open > 0
      ? ([' bad', CircleAlert, t('openCount', { count: open })] as const)
      : silenced > 0
        ? (['', BellOff, t('silencedCount', { count: silenced })] as const)
        : ([' ok', Check, t('well')] as const);
  return (
    <span className={`rule-now${tone}`}>
      <Icon of={icon} size={12} />
      {text}
    </span>
  );
}

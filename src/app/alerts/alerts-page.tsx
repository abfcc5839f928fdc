/** Alerts: whether all is well, what is not, and by which rules that is said. */

import '../words/chunks/alert-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Bell, BellOff, Check, CircleAlert, CircleHelp, History, Send } from 'lucide-react';
import type { AlertState } from '#api/alerts/kinds.ts';
import type { AlertSummary } from '#api/alerts/schemas.ts';
import { useAlertSummary } from '../client/alert-summary.ts';
import { useAlertRules, useAlerts } from '../client/alerts.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { QueryList } from '../ui/display/query-list.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useNow } from '../ui/marks/use-now.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { timeAgoInSentence } from '../words/date-time.ts';
import { useWords, type Words } from '../words/use-words.ts';
import { AlertItem } from './alert-item.tsx';
import { RulePanel } from './rule-panel.tsx';
import { RuleTable } from './rule-table.tsx';
import { type AlertsSearch, readAlertsSearch } from './search-params.ts';
import './alerts.css';

const route = getRouteApi('/shell/alerts');

export function AlertsPage() {
  const t = useWords('alerts');
  const { show = 'open', rule } = readAlertsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const summary = useAlertSummary();
  const rules = useAlertRules();
  usePageTitle(t('title'));
  const go = (change: AlertsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const view = (id: AlertState) => ({
    ...{ id, label: t(`view.${id}`), content: <AlertList state={id} onRule={(key) => go({ rule: key })} /> },
    ...(id !== 'history' && { count: summary.data?.[id] ?? 0 }),
    ...(id === 'open' && {
      countTone: (summary.data?.open ?? 0) > 0 ? ('danger' as const) : ('neutral' as const),
    }),
  });
  const chosen = rules.data?.find(({ key }) => key === rule);
  return (
    <div className="alerts-page">
      <div className="alerts-main">
        <Loaded query={summary} failedTitle={t('summaryFailed')} lines={2}>
          {(data) => <Header summary={data} onTargets={() => go({ rule: 'every' })} />}
        </Loaded>
        <Tabs<AlertState>
          label={t('views')}
          selected={show}
          onSelect={(id) => go({ show: id === 'open' ? undefined : id })}
          tabs={[view('open'), view('silenced'), view('history')]}
        />
        <RuleTable rules={rules} chosen={rule} onChoose={(key) => go({ rule: key })} />
      </div>
      {rule !== undefined && rules.data !== undefined && (
        <RulePanel
          key={`${rule} ${chosen?.date_updated ?? ''}`}
          ruleKey={rule}
          rules={rules.data}
          onClose={() => go({ rule: undefined })}
        />
      )}
    </div>
  );
}

const icons = { well: Check, 'not-well': CircleAlert, unknown: CircleHelp };

function Header({ summary, onTargets }: { summary: AlertSummary; onTargets(): void }) {
  const t = useWords('alerts');
  const { state, sentence, more } = overallState(t, summary, useNow(5_000));
  return (
    <header className="alerts-head">
      <span className={`alerts-mark ${state}`}>
        <Icon of={icons[state]} size={20} />
      </span>
      <div className="grow">
        <h1>{sentence}</h1>
        <p>{more}</p>
      </div>
      <Button icon={Send} onPress={onTargets}>
        {t('whereTheyGo')}
      </Button>
    </header>
  );
}

const emptyStates = {
  open: { icon: Bell, title: 'emptyOpen', text: 'emptyOpenText' },
  silenced: { icon: BellOff, title: 'emptySilenced', text: 'emptySilencedText' },
  history: { icon: History, title: 'emptyHistory', text: 'emptyHistoryText' },
} as const;

function AlertList({ state, onRule }: { state: AlertState; onRule(key: string): void }) {
  const t = useWords('alerts');
  const list = useAlerts(state);
  const alerts = list.data?.pages.flatMap((page) => page.alerts) ?? [];
  const { icon, title, text } = emptyStates[state];
  return (
    <QueryList
      list={list}
      count={alerts.length}
      failedTitle={t('failed')}
      empty={
        <EmptyState icon={icon} title={t(title)}>
          {t(text)}
        </EmptyState>
      }
    >
      <ul className="alert-list" aria-label={t(`view.${state}`)}>
        {alerts.map((alert) => (
          <AlertItem key={alert.sid} alert={alert} onRule={onRule} />
        ))}
      </ul>
    </QueryList>
  );
}

/** After so long without an evaluation it is not known. */
const staleMs = 5 * 60_000;

type Overall = { state: 'well' | 'not-well' | 'unknown'; sentence: string; more: string };

/** Whether all is well: derived here, and nowhere else. */
function overallState(t: Words<'alerts'>, summary: AlertSummary, now: number): Overall {
  const { open: count, unacknowledged, flows, flows_not_well: notWell, date_evaluated: at } = summary;
  const isKnown = at !== null && now - Date.parse(at) < staleMs;
  const parts = [
    flows === 0 ? t('noFlows') : t('flowsWell', { well: Math.max(0, flows - notWell), flows }),
    at !== null && t('looked', { when: timeAgoInSentence(at, now) }),
    !isKnown && t('notEvaluated'),
  ];
  const more = parts.filter((part) => part !== false).join(' ');
  if (count > 0) {
    const sentence =
      unacknowledged === 0 ? t('notWell', { count }) : t('notWellOpen', { count, unacknowledged });
    return { state: 'not-well', sentence, more };
  }
  return isKnown
    ? { state: 'well', sentence: t('allWell'), more }
    : { state: 'unknown', sentence: t('unknown'), more };
}

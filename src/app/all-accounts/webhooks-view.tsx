/** The webhooks of all accounts whose last delivery failed. */

import { SearchX, Webhook } from 'lucide-react';
import type { MyFailingWebhook } from '#api/people/all-accounts-operations.ts';
import { useMyFailingWebhooks } from '../client/people/all-accounts.ts';
import { QueryList } from '../ui/display/query-list.tsx';
import { Table } from '../ui/display/table.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';
import { AccountCell, OpenRow } from './account-cell.tsx';

export function WebhooksView({ account }: { account: string | undefined }) {
  const t = useWords('allAccounts');
  const list = useMyFailingWebhooks({ Account: account });
  const rows = list.data ?? [];
  const isFiltered = account !== undefined;
  return (
    <QueryList
      list={list}
      count={rows.length}
      failedTitle={t('failedTitle')}
      empty={
        <EmptyState icon={isFiltered ? SearchX : Webhook} title={t(isFiltered ? 'noMatch' : 'emptyWebhooks')}>
          {t(isFiltered ? 'noMatchText' : 'emptyWebhooksText')}
        </EmptyState>
      }
      lines={6}
    >
      <Table
        label={t('webhooks')}
        columns={[
          { id: 'webhook', title: t('webhook') },
          { id: 'account', title: t('account'), className: 'x-account' },
          { id: 'status', title: t('status'), className: 'x-state' },
          { id: 'problem', title: t('problem'), className: 'x-problem' },
          { id: 'since', title: t('since'), className: 'x-time', align: 'right' },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <OpenRow row={row} to={addressOf(row)} name={nameOf(row)} />
              <small className="clip mut">{t(`kinds.${row.kind}`)}</small>
            </td>
            <td className="x-account">
              <AccountCell row={row} />
            </td>
            <td className="x-state">
              <Pill mark="ring" tone={row.status === 'failed' ? 'danger' : 'warn'}>
                {t(row.status)}
              </Pill>
            </td>
            <td className="x-problem">
              <span className="clip small">{row.problem}</span>
            </td>
            <td className="x-time right">
              <RelativeTime at={row.failing_since} className="sml sec" />
            </td>
          </tr>
        ))}
      </Table>
    </QueryList>
  );
}

function nameOf({ kind, id, friendly_name, destination }: MyFailingWebhook): string {
  return kind === 'parse_setting' ? id : friendly_name || destination;
}

/** Where its settings show how it does. */
function addressOf({ kind, id, region }: MyFailingWebhook): string {
  if (kind === 'sink') return '/settings/events';
  const search = new URLSearchParams({
    ...(kind === 'event_webhook' && { webhook: id }),
    ...(region === 'eu' && { region }),
  });
  const path = kind === 'event_webhook' ? '/settings/email/deliveries' : '/settings/email/inbound';
  return search.size === 0 ? path : `${path}?${search}`;
}

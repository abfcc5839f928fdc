/** The executions of all accounts, newest first. */

import { Activity, SearchX } from 'lucide-react';
import { useMyExecutions } from '../client/people/all-accounts.ts';
import { QueryList } from '../ui/display/query-list.tsx';
import { Table } from '../ui/display/table.tsx';
import { Pill } from '../ui/marks/pill.tsx';
import { useNow } from '../ui/marks/use-now.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { shortDateAndTime } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import { AccountCell, OpenRow } from './account-cell.tsx';

type ExecutionsViewProps = { account: string | undefined; status: 'active' | 'ended' | undefined };

export function ExecutionsView({ account, status }: ExecutionsViewProps) {
  const t = useWords('allAccounts');
  const list = useMyExecutions({ Account: account, Status: status });
  const now = useNow(60_000);
  const rows = list.data ?? [];
  const isFiltered = account !== undefined || status !== undefined;
  return (
    <QueryList
      list={list}
      count={rows.length}
      failedTitle={t('failedTitle')}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : Activity}
          title={t(isFiltered ? 'noMatch' : 'emptyExecutions')}
        >
          {t(isFiltered ? 'noMatchText' : 'emptyExecutionsText')}
        </EmptyState>
      }
      lines={8}
    >
      <Table
        label={t('executions')}
        columns={[
          { id: 'contact', title: t('contact') },
          { id: 'flow', title: t('flow'), className: 'x-flow' },
          { id: 'account', title: t('account'), className: 'x-account' },
          { id: 'status', title: t('status'), className: 'x-state' },
          { id: 'started', title: t('started'), className: 'x-time', align: 'right' },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.sid}>
            <td>
              <OpenRow
                row={row}
                to={`/flows/${row.flow_sid}/executions/${row.sid}`}
                name={row.contact_masked ?? t('noContact')}
              />
              <small className="clip mono mut">{row.widget ?? row.event}</small>
            </td>
            <td className="x-flow">
              <span className="clip">{row.flow_name ?? t('unknownFlow')}</span>
            </td>
            <td className="x-account">
              <AccountCell row={row} />
            </td>
            <td className="x-state">
              <Pill
                mark={row.status === 'active' ? 'dot' : 'ring'}
                tone={row.status === 'active' ? 'live' : 'neutral'}
              >
                {t(row.status)}
              </Pill>
            </td>
            <td className="x-time right">
              <time dateTime={row.date_created}>{shortDateAndTime(row.date_created, now)}</time>
            </td>
          </tr>
        ))}
      </Table>
    </QueryList>
  );
}

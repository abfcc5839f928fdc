/** The flows of all accounts, newest first. */

import { CircleAlert, SearchX, TriangleAlert, Workflow } from 'lucide-react';
import type { MyFlow } from '#api/people/all-accounts-operations.ts';
import { useMyFlows } from '../client/people/all-accounts.ts';
import { FlowStateMark, shownState } from '../flow-state/flow-state-mark.tsx';
import { QueryList } from '../ui/display/query-list.tsx';
import { Table } from '../ui/display/table.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useWords } from '../words/use-words.ts';
import { AccountCell, OpenRow } from './account-cell.tsx';

type FlowsViewProps = {
  account: string | undefined;
  name: string | undefined;
  status: 'published' | 'draft' | undefined;
};

export function FlowsView({ account, name, status }: FlowsViewProps) {
  const t = useWords('allAccounts');
  const list = useMyFlows({ Account: account, Name: name, Status: status });
  const rows = list.data ?? [];
  const isFiltered = account !== undefined || name !== undefined || status !== undefined;
  return (
    <QueryList
      list={list}
      count={rows.length}
      failedTitle={t('failedTitle')}
      empty={
        <EmptyState icon={isFiltered ? SearchX : Workflow} title={t(isFiltered ? 'noMatch' : 'emptyFlows')}>
          {t(isFiltered ? 'noMatchText' : 'emptyFlowsText')}
        </EmptyState>
      }
      lines={8}
    >
      <Table
        label={t('flows')}
        columns={[
          { id: 'name', title: t('name') },
          { id: 'account', title: t('account'), className: 'x-account' },
          { id: 'state', title: t('state'), className: 'x-state' },
          { id: 'updated', title: t('updated'), className: 'x-time', align: 'right' },
        ]}
      >
        {rows.map((flow) => (
          <Row key={flow.sid} flow={flow} />
        ))}
      </Table>
    </QueryList>
  );
}

function Row({ flow }: { flow: MyFlow }) {
  const t = useWords('flows');
  // Null while it is still to be checked.
  const errors = flow.errors ?? 0;
  const warnings = flow.warnings ?? 0;
  return (
    <tr>
      <td>
        <OpenRow row={flow} to={`/flows/${flow.sid}`} name={flow.friendly_name || t('untitled')} />
        <small className="clip mut">{flow.description}</small>
      </td>
      <td className="x-account">
        <AccountCell row={flow} />
      </td>
      <td className="x-state">
        <FlowStateMark {...shownState(flow)} />
        {errors > 0 && (
          <small className="error-text">
            <Icon of={CircleAlert} size={12} /> {t('errors', { count: errors })}
          </small>
        )}
        {errors === 0 && warnings > 0 && (
          <small className="mut">
            <Icon of={TriangleAlert} size={12} /> {t('warnings', { count: warnings })}
          </small>
        )}
      </td>
      <td className="x-time right">
        <RelativeTime at={flow.date_updated} className="sml sec" />
      </td>
    </tr>
  );
}

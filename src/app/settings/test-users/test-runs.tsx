/** The last executions of drafts by test users. */

import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import type { TestRun } from '#api/system/operations.ts';
import { useTestRuns } from '../../client/test-users.ts';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Table } from '../../ui/display/table.tsx';
import { Dot } from '../../ui/marks/pill.tsx';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useWords } from '../../words/use-words.ts';

export function TestRuns({ sid }: { sid: string }) {
  const t = useWords('testUsers');
  const runs = useTestRuns(sid);
  const { data = [] } = runs;
  return (
    <Panel title={t('runs')} className="runs">
      <QueryList
        list={runs}
        count={data.length}
        failedTitle={t('runsFailed')}
        empty={
          <EmptyState icon={FlaskConical} title={t('noRunsTitle')}>
            {t('noRunsText')}
          </EmptyState>
        }
      >
        <Table
          label={t('runs')}
          columns={[
            { id: 'identity', title: t('columns.identity') },
            { id: 'revision', title: t('columns.revision'), className: 'few' },
            { id: 'widget', title: t('columns.widget') },
            { id: 'status', title: t('columns.status'), className: 'few' },
            { id: 'started', title: t('columns.started'), align: 'right', className: 'few' },
          ]}
        >
          {data.map((run) => (
            <Run key={run.sid} flow={sid} run={run} />
          ))}
        </Table>
      </QueryList>
    </Panel>
  );
}

function Run({ flow, run }: { flow: string; run: TestRun }) {
  const t = useWords('testUsers');
  return (
    <tr>
      <td>
        <Link
          to="/flows/$sid/executions/$executionSid"
          params={{ sid: flow, executionSid: run.sid }}
          className="num clip"
        >
          {run.identity}
        </Link>
      </td>
      <td className="num sec">{run.revision}</td>
      <td className="mono clip">{run.widget}</td>
      <td>
        <span className="status sec">
          {run.status === 'active' ? <Dot tone="live" /> : <Dot mark="ring" tone="neutral" />}
          {t(`status.${run.status}`)}
        </span>
      </td>
      <td className="sec right">
        <RelativeTime at={run.date_created} />
      </td>
    </tr>
  );
}

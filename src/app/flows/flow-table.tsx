/** The table of flows. */

import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { useFlowStarts } from '../client/executions/traffic.ts';
import { Button } from '../ui/button.tsx';
import { Table } from '../ui/display/table.tsx';
import { useWords } from '../words/use-words.ts';
import { FlowRow } from './flow-row.tsx';
import { isShown, type Row, sortRows } from './rows.ts';

const route = getRouteApi('/shell/flows');
const pageSize = 100;

/** Rolling back and tagging are rare, and their dialogs are large. */
const RollBack = lazy(async () => ({ default: (await import('./roll-back.tsx')).RollBack }));
const TagsDialog = lazy(async () => ({
  default: (await import('../flow-actions/tags-dialog.tsx')).TagsDialog,
}));

/** `rows` are those that the search found; filter and order are read from the address. */
export function FlowTable({ rows }: { rows: readonly Row[] }) {
  const t = useWords('flows');
  const { show = 'all', sort = 'updated' } = route.useSearch();
  const navigate = route.useNavigate();
  const [rollingBack, setRollingBack] = useState<FlowSummary | null>(null);
  const [tagging, setTagging] = useState<FlowSummary | null>(null);
  const starts = useFlowStarts().data;
  const [limit, setLimit] = useState(pageSize);
  const shown = sortRows(
    rows.filter((row) => isShown(row, show)),
    sort,
  );
  if (shown.length === 0) return null;
  return (
    <>
      <Table
        label={t('list')}
        className="flows"
        columns={[
          { id: 'name', title: t('columns.name') },
          { id: 'triggers', title: t('columns.triggers'), className: 'c-triggers' },
          { id: 'state', title: t('columns.state'), className: 'c-state' },
          { id: 'validation', title: t('columns.validation'), className: 'c-validation' },
          { id: 'active', title: t('columns.active'), className: 'c-active' },
          { id: 'updated', title: t('columns.updated'), align: 'right', className: 'c-updated' },
        ]}
      >
        {shown.slice(0, limit).map((row) => (
          <FlowRow
            key={row.id}
            row={row}
            onRollBack={setRollingBack}
            onTags={setTagging}
            starts={starts?.get(row.id)}
            {...(row.kind === 'server' && {
              onExecutions: () => void navigate({ to: '/flows/$sid/executions', params: { sid: row.id } }),
            })}
          />
        ))}
      </Table>
      <p className="sml sec last-edit-help">{t('lastEditHelp')}</p>
      {rollingBack !== null && (
        <Suspense>
          <RollBack flow={rollingBack} onClose={() => setRollingBack(null)} />
        </Suspense>
      )}
      {tagging !== null && (
        <Suspense>
          <TagsDialog sid={tagging.sid} name={tagging.friendly_name} onClose={() => setTagging(null)} />
        </Suspense>
      )}
      {shown.length > limit && (
        <div className="more">
          <Button onPress={() => setLimit(limit + pageSize)}>
            {t('showMore', { count: shown.length - limit })}
          </Button>
        </div>
      )}
    </>
  );
}

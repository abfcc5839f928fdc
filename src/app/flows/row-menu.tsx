/** What can be done with a flow from its row: a menu, loaded when the page is first used. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Activity,
  Copy,
  Download,
  FileClock,
  FlaskConical,
  SquarePen,
  Tag,
  Trash2,
  Undo2,
  Webhook,
} from 'lucide-react';
import type { FlowSummary } from '#api/flows/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { flowQuery } from '../client/flows.ts';
import { useMay } from '../client/people/session.ts';
import { deleteWithUndo, discardWithUndo } from '../flow-actions/delete-flow.ts';
import { useDuplicateFlow } from '../flow-actions/duplicate-flow.ts';
import { downloadFile } from '../ui/download-file.ts';
import type { MenuAction, OpenedMenu } from '../ui/overlays/menu-action.ts';
import { MenuPopover } from '../ui/overlays/menu-popover.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';
import type { Row } from './rows.ts';

export type RowMenuProps = {
  row: Row;
  onRollBack(flow: FlowSummary): void;
  onTags(flow: FlowSummary): void;
};

export function RowMenu({ row, onRollBack, onTags, ...opened }: RowMenuProps & OpenedMenu) {
  const t = useWords('flows');
  return (
    <MenuPopover
      {...opened}
      label={t('actionsOf', { name: row.name })}
      placement="bottom end"
      items={useRowActions({ row, onRollBack, onTags })}
    />
  );
}

/** Only opening and discarding make sense for a draft of this device. */
function useRowActions({ row, onRollBack, onTags }: RowMenuProps): MenuAction[] {
  const t = useWords('flows');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const duplicate = useDuplicateFlow();
  const mayWrite = useMay('flows.write');
  const mayPublish = useMay('flows.publish');
  const mayDelete = useMay('flows.delete');
  const { id, name } = row;
  if (row.kind === 'local') {
    return [
      {
        id: 'open',
        label: t('open'),
        icon: SquarePen,
        onAction: () => void navigate({ to: '/flows/local/$id', params: { id } }),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: Trash2,
        tone: 'danger',
        separated: true,
        onAction: () => discardWithUndo(cache, id, name),
      },
    ];
  }
  const sid = id;
  return [
    {
      id: 'open',
      label: t('open'),
      icon: SquarePen,
      onAction: () => void navigate({ to: '/flows/$sid', params: { sid } }),
    },
    {
      id: 'executions',
      label: t('executions'),
      icon: Activity,
      onAction: () => void navigate({ to: '/flows/$sid/executions', params: { sid } }),
    },
    {
      id: 'history',
      label: t('history'),
      icon: FileClock,
      onAction: () => void navigate({ to: '/flows/$sid/history', params: { sid } }),
    },
    // The first published revision has none before it.
    ...(mayPublish && row.kind === 'server' && (row.flow.published_revision ?? 1) > 1
      ? [{ id: 'roll-back', label: t('rollBack'), icon: Undo2, onAction: () => onRollBack(row.flow) }]
      : []),
    {
      id: 'test-users',
      label: t('testUsers'),
      icon: FlaskConical,
      onAction: () => void navigate({ to: '/settings/flows/$sid/test-users', params: { sid } }),
    },
    {
      id: 'webhook',
      label: t('webhook'),
      icon: Webhook,
      onAction: () => void navigate({ to: '/settings/flows/$sid/webhook', params: { sid } }),
    },
    ...(mayWrite && row.kind === 'server'
      ? [{ id: 'tags', label: t('tags.edit'), icon: Tag, onAction: () => onTags(row.flow) }]
      : []),
    ...(mayWrite
      ? [
          {
            id: 'duplicate',
            label: t('duplicate'),
            icon: Copy,
            onAction: () => void duplicate({ sid, name, definition: () => fetchDefinition(cache, sid) }),
          },
        ]
      : []),
    {
      id: 'export',
      label: t('exportJson'),
      icon: Download,
      onAction: () =>
        void exportFlow(cache, sid, name).catch((failure) => {
          const message = failure instanceof Error ? failure.message : '';
          toast({ message: t('exportFailed', { name, message }) });
        }),
    },
    ...(mayDelete
      ? [
          {
            id: 'delete',
            label: t('delete'),
            icon: Trash2,
            tone: 'danger' as const,
            separated: true,
            onAction: () => deleteWithUndo(cache, sid, name),
          },
        ]
      : []),
  ];
}

async function fetchDefinition(cache: QueryClient, sid: string): Promise<FlowDefinition> {
  const { definition } = await cache.fetchQuery(flowQuery(sid));
  if (definition === null) throw new Error('no definition');
  return definition;
}

async function exportFlow(cache: QueryClient, sid: string, name: string): Promise<void> {
  const [{ canonicalText }, { exportFileName }, definition] = await Promise.all([
    import('#flow/canonical/canonical.ts'),
    import('#flow/import-export/export-definition.ts'),
    fetchDefinition(cache, sid),
  ]);
  downloadFile(exportFileName(name), canonicalText(definition));
}

/** The rows of the list over all flows. */

import { Link } from '@tanstack/react-router';
import { Eye, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { AccountExecution } from '#api/executions/account-execution.ts';
import { useRevealContact } from '../../client/executions/account-executions.ts';
import { useMay } from '../../client/people/session.ts';
import { Table } from '../../ui/display/table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { duration, shortDateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { LateRevealDialog } from '../late-reveal-dialog.tsx';
import { type ChoosableColumn, fixedColumns } from './columns.ts';

export type ExecutionTableProps = {
  executions: readonly AccountExecution[];
  columns: readonly ChoosableColumn[];
  /** Names of flows by SID. */
  flowNames: ReadonlyMap<string, string>;
  now: number;
};

export function ExecutionTable({ executions, columns, flowNames, now }: ExecutionTableProps) {
  const t = useWords('accountExecutions');
  return (
    <Table
      label={t('list')}
      className="account-executions"
      columns={[...fixedColumns, ...columns].map((id) => ({
        id,
        title: t(`column.${id}`),
        className: `x-${id}`,
        ...(id === 'duration' && { align: 'right' as const }),
      }))}
    >
      {executions.map((execution) => (
        <Row
          key={execution.sid}
          execution={execution}
          columns={columns}
          flowName={flowNames.get(execution.flow_sid) ?? t('unknownFlow')}
          // Those that have ended do not change with the time.
          now={execution.status === 'active' ? now : dayOf(now)}
        />
      ))}
    </Table>
  );
}

/** The same all day, so that a row is drawn again only when its words may change. */
function dayOf(now: number): number {
  return new Date(now).setHours(23, 59, 59, 0);
}

type RowProps = {
  execution: AccountExecution;
  columns: readonly ChoosableColumn[];
  flowName: string;
  now: number;
};

const Row = memo(function Row({ execution, columns, flowName, now }: RowProps) {
  const t = useWords('accountExecutions');
  const { sid, flow_sid: flow, status, date_created: created, date_updated: updated } = execution;
  const isActive = status === 'active';
  const end = isActive ? now : Date.parse(updated ?? created);
  const cells: Record<ChoosableColumn, ReactNode> = {
    flow: (
      <Link to="/flows/$sid" params={{ sid: flow }} className="clip link-quiet">
        {flowName}
      </Link>
    ),
    widget: <span className="clip mono">{execution.widget}</span>,
    event: <span className="clip mono">{execution.event}</span>,
    error: execution.error_code !== null && (
      <span className="error-code num">
        <Icon of={TriangleAlert} size={12} />
        <span className="vh">{t('column.error')}</span>
        {execution.error_code}
      </span>
    ),
    revision: <span className="num">{execution.flow_version}</span>,
    started: <time dateTime={created}>{shortDateAndTime(created, now)}</time>,
    duration: <span className="num">{duration(Math.max(0, end - Date.parse(created)))}</span>,
  };
  return (
    <tr>
      <td className="x-status">
        <Pill mark={isActive ? 'dot' : 'ring'} tone={isActive ? 'live' : 'neutral'}>
          {t(status)}
        </Pill>
      </td>
      <td className="x-contact">
        <Contact execution={execution} sid={sid} flow={flow} />
      </td>
      {columns.map((column) => (
        <td key={column} className={column === 'duration' ? 'x-duration right' : `x-${column}`}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
});

type ContactProps = { execution: AccountExecution; sid: string; flow: string };

function Contact({ execution, sid, flow }: ContactProps) {
  const t = useWords('accountExecutions');
  const reveal = useRevealContact(sid);
  const seesAll = useMay('contacts.unmasked');
  const mayReveal = useMay('contacts.reveal');
  const [isAsking, setAsking] = useState(false);
  const [until, setUntil] = useState<number | null>(null);
  const masked = execution.contact_masked;
  const whole = reveal.data?.contact_channel_address;
  const { reset } = reveal;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(reset, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until, reset]);
  const show = () =>
    reveal.mutate(undefined, {
      onError: ({ message }) => void toast({ message: t('revealFailed', { message }) }),
    });
  return (
    <span className="contact">
      <Link
        to="/flows/$sid/executions/$executionSid"
        params={{ sid: flow, executionSid: sid }}
        className="num clip"
      >
        {whole ?? masked ?? t('removed')}
      </Link>
      {masked !== null && whole === undefined && mayReveal && (
        <IconButton
          icon={Eye}
          label={t('reveal', { contact: masked })}
          onPress={() => (seesAll ? show() : setAsking(true))}
        />
      )}
      {isAsking && (
        <LateRevealDialog
          sid={sid}
          onClose={() => setAsking(false)}
          onShown={(end) => {
            setUntil(end);
            show();
          }}
        />
      )}
    </span>
  );
}

/** The facts of an execution, one below the other. */

import type { ReactNode } from 'react';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { Masked } from '../ui/marks/masked.tsx';
import { dateAndTime, duration } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import './execution-details.css';

export function ExecutionDetails({ view, flowName }: { view: ExecutionView; flowName: string }) {
  const t = useWords('executions');
  const { execution, ended_by: by } = view;
  const updated = execution.date_updated ?? execution.date_created;
  const facts: [string, ReactNode][] = [
    [
      t('detail.contact'),
      <Masked key="contact" text={execution.contact_channel_address ?? t('unknownContact')} />,
    ],
    [t('detail.status'), t(execution.status)],
    [t('detail.flow'), flowName],
    [t('detail.revision'), execution.flow_version],
    [t('detail.started'), dateAndTime(execution.date_created)],
    [t('detail.updated'), dateAndTime(updated)],
    [t('detail.duration'), duration(Date.parse(updated) - Date.parse(execution.date_created))],
    [t('detail.startedBy'), execution.initiated_by],
    [t('detail.endedBy'), by && (by.name ?? by.key?.friendly_name ?? t('detail.account'))],
    [t('detail.sid'), <code key="sid">{execution.sid}</code>],
  ];
  return (
    <dl className="details">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

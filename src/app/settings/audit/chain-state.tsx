/** Whether the chain of the audit log is whole: as a mark, and what is broken. */

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Link2Off, ShieldCheck } from 'lucide-react';
import type { AuditVerification } from '#api/audit/operations.ts';
import { announce } from '../../shell/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { numberOf } from './event-texts.ts';

export function ChainPill({ verification }: { verification: UseQueryResult<AuditVerification> }) {
  const t = useWords('audit');
  const { data, isFetching, error } = verification;
  const state =
    isFetching || (data === undefined && error === null) ? (
      <Pill>{t('verifying')}</Pill>
    ) : error !== null || data === undefined ? (
      <Pill tone="warn">{t('verifyFailed')}</Pill>
    ) : data.broken !== null ? (
      <Pill tone="danger">
        <Icon of={Link2Off} size={14} />
        {t('brokenAt', { sequence: numberOf(data.broken.sequence) })}
      </Pill>
    ) : (
      <Pill tone="live">
        <Icon of={ShieldCheck} size={14} />
        {t('verified', { count: data.events })}
      </Pill>
    );
  return (
    <span role="status" className="chain-state">
      {state}
    </span>
  );
}

type BrokenNoteProps = {
  verification: AuditVerification | undefined;
  onShow(sid: string): void;
};

export function BrokenNote({ verification, onShow }: BrokenNoteProps) {
  const t = useWords('audit');
  const broken = verification?.broken ?? null;
  if (broken === null) return null;
  const { sid, problem, sequence, events_after: count, date_whole: whole } = broken;
  const title = t(`broken.${problem}`, { sequence: numberOf(sequence) });
  const text =
    whole === null
      ? t('broken.textFirst', { after: numberOf(count) })
      : t('broken.text', { after: numberOf(count), when: dateAndTime(whole) });
  const copy = () =>
    void navigator.clipboard.writeText(JSON.stringify(verification, null, 2)).then(
      () => announce(t('copied')),
      () => announce(t('copyFailed')),
    );
  return (
    <div className="chain-broken" role="alert">
      <Icon of={CircleAlert} />
      <p>
        <b>{title}</b> {text}
      </p>
      {sid !== null && <Button onPress={() => onShow(sid)}>{t('detail')}</Button>}
      <Button onPress={copy}>{t('copyReport')}</Button>
    </div>
  );
}

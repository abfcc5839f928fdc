/** Whether the chain of the audit log is whole: as a mark, and what is broken. */

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Link2Off, ShieldCheck } from 'lucide-react';
import type { AuditBreak, AuditVerification } from '#api/audit/operations.ts';
import { announce } from '../../shell/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { numberOf, shortHash } from './event-texts.ts';

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

/** What several events in a row can be. */
const ofRuns = ['missing', 'added', 'cut'] as const;
const isOfRuns = (problem: AuditBreak['problem']): problem is (typeof ofRuns)[number] =>
  ofRuns.some((each) => each === problem);

/** Breaks that are shown before the rest is asked for. */
const shownBreaks = 3;

export function BrokenNote({ verification, onShow }: BrokenNoteProps) {
  const t = useWords('audit');
  if (verification === undefined || verification.broken === null) return null;
  const { breaks, broken, further_breaks: further } = verification;
  const { events_after: count, date_whole: whole } = broken;
  const text =
    whole === null
      ? t('broken.textFirst', { after: numberOf(count) })
      : t('broken.text', { after: numberOf(count), when: dateAndTime(whole) });
  const line = (each: AuditBreak, index: number) => {
    const { sequence, events, problem, sid, date, differs } = each;
    const title =
      events > 1 && isOfRuns(problem)
        ? t(`brokenRun.${problem}`, { sequence: numberOf(sequence), last: numberOf(sequence + events - 1) })
        : t(`broken.${problem}`, { sequence: numberOf(sequence) });
    return (
      <li key={`${sequence} ${problem} ${index}`}>
        <b>{title}</b>
        {date !== null && <span className="hint">{dateAndTime(date)}</span>}
        {differs !== null && <span className="hint">{t(`differing.${differs}`)}</span>}
        {sid !== null && <Button onPress={() => onShow(sid)}>{t('detail')}</Button>}
      </li>
    );
  };
  const rest = breaks.slice(shownBreaks);
  return (
    <div className="chain-broken" role="alert">
      <Icon of={CircleAlert} />
      <div className="grow">
        <ul>{breaks.slice(0, shownBreaks).map(line)}</ul>
        {rest.length > 0 && (
          <details>
            <summary>{t('moreBreaks', { number: numberOf(rest.length + further) })}</summary>
            <ul>{rest.map(line)}</ul>
            {further > 0 && <p>{t('furtherBreaks', { number: numberOf(further) })}</p>}
          </details>
        )}
        <p>{text}</p>
      </div>
      <CopyButton label={t('copyReport')} value={verification} />
    </div>
  );
}

/** What to keep elsewhere, or to compare with what is kept there. */
export function HeadNote({ verification }: { verification: AuditVerification | undefined }) {
  const t = useWords('audit');
  const head = verification?.head ?? null;
  if (head === null) return null;
  const { sequence, hash, public_key } = head;
  const shown = { sequence: numberOf(sequence), hash: shortHash(hash), key: shortHash(public_key) };
  return (
    <p className="chain-head sec">
      <span className="grow">{t('head', shown)}</span>
      <CopyButton label={t('copyHead')} value={head} />
    </p>
  );
}

function CopyButton({ label, value }: { label: string; value: object }) {
  const t = useWords('audit');
  const copy = () =>
    void copyText(JSON.stringify(value, null, 2)).then(
      () => announce(t('copied')),
      () => announce(t('copyFailed')),
    );
  return <Button onPress={copy}>{label}</Button>;
}

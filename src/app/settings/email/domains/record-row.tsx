/** A DNS record to publish: its name and value to copy, and what is wrong with what was found instead. */

import type { DomainRecord } from '#api/email/sending-domains.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { RecordState } from './domain-state.tsx';

type RecordRowProps = {
  title: string;
  purpose: string;
  record: DomainRecord;
  /** What it says where the record leads to another server. */
  elsewhere: string;
};

export function RecordRow({ title, purpose, record, elsewhere }: RecordRowProps) {
  const t = useWords('sendingDomains');
  const { type, host, problem, found, lost_at } = record;
  const value = recordText(record);
  return (
    <li>
      <div>
        <b>{title}</b>
        <p className="small sec">{purpose}</p>
      </div>
      <div className="value">
        <p>
          <span className="type">{type.toUpperCase()}</span>
          <span className="mono small">{host}</span>
          <CopyButton text={host} label={t('copyHost', { host })} />
        </p>
        {record.data === '' ? (
          problem === null && <p className="small">{t('problems.no_host')}</p>
        ) : (
          <p>
            <span className="mono small clip">{value}</span>
            <CopyButton text={value} label={t('copyValue', { host })} />
          </p>
        )}
        {problem !== null && (
          <div
            className={
              lost_at === null && (problem === 'missing' || problem === 'unknown') ? 'problem' : 'problem bad'
            }
          >
            {(lost_at === null || problem !== 'missing') && (
              <p className="small">{problem === 'not_this_server' ? elsewhere : t(`problems.${problem}`)}</p>
            )}
            {lost_at !== null && (
              <p className="small">{t('lostSince', { at: dateAndTime(lost_at * 1000) })}</p>
            )}
            {found.map((text) => (
              <p key={text} className="small">
                {t('found')} <span className="mono">{text}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      <RecordState record={record} />
    </li>
  );
}

const recordText = ({ type, data }: DomainRecord) => (type === 'mx' ? `10 ${data}` : data);

/** The records as an email to the person who may publish them. */
export function mailtoOf(subject: string, records: readonly DomainRecord[]): string {
  const known = records.filter(({ data }) => data !== '');
  const lines = known.map(
    (record) => `${record.type.toUpperCase()}\n${record.host}\n${recordText(record)}\n`,
  );
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\n'))}`;
}

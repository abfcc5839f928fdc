/** One sending domain: the DNS records to publish with what is wrong with them, its DKIM keys, and its return path. */

import '../../../words/chunks/add-email-section-words.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Globe, Mail, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DomainRecord, DomainRecordName, SendingDomain } from '#api/email/sending-domains.ts';
import { useCheckSendingDomain, useSendingDomain } from '../../../client/email/sending-domains.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { RelativeTime } from '../../../ui/marks/relative-time.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { DomainState, RecordState, recordsOf } from './domain-state.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import './domains.css';

const route = getRouteApi('/shell/email/domains/$id');

export function SendingDomainPage() {
  const t = useWords('sendingDomains');
  const { id } = route.useParams();
  const domain = useSendingDomain(useEmailTarget(), id);
  const list = (
    <Link to="/email/domains" className={buttonClass()}>
      {t('toList')}
    </Link>
  );
  return (
    <>
      <EmailHeader title={domain.data?.domain ?? t('title')} lead={t('domainLead')} />
      <Loaded
        query={domain}
        failedTitle={t('failedTitle')}
        lines={8}
        notFound={
          <EmptyState icon={Globe} title={t('notFoundTitle')} actions={list}>
            {t('notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => (
          <div className="sending-domain">
            <Records domain={shown} />
            <div className="pile">
              <Keys domain={shown} />
              <ReturnPath domain={shown} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Records({ domain }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const mayChange = useMayChange();
  const check = useCheckSendingDomain(useEmailTarget(), String(domain.id));
  const records = recordsOf(domain);
  return (
    <Panel
      title={t('records')}
      className="records"
      beside={<DomainState domain={domain} />}
      actions={
        <>
          {domain.checked_at !== null && (
            <span className="small mut">
              {t('checked')} <RelativeTime at={domain.checked_at * 1000} isInSentence />
            </span>
          )}
          <a className={buttonClass()} href={mailtoOf(t('mailSubject', { domain: domain.domain }), records)}>
            <Icon of={Mail} size={14} />
            {t('mailRecords')}
          </a>
          {mayChange && (
            <Button
              icon={RefreshCw}
              isBusy={check.isPending}
              onPress={() =>
                check.mutate(
                  undefined,
                  saidByToast(null, (message) => t('checkFailed', { message })),
                )
              }
            >
              {t('check')}
            </Button>
          )}
        </>
      }
    >
      <ul aria-label={t('records')}>
        {records.map(([name, record]) => (
          <RecordRow key={name} name={name} record={record} domain={domain} />
        ))}
      </ul>
    </Panel>
  );
}

/** The records as an email to the person who may publish them. */
function mailtoOf(subject: string, records: readonly [DomainRecordName, DomainRecord][]): string {
  const known = records.filter(([, { data }]) => data !== '');
  const lines = known.map(
    ([, { type, host, data }]) => `${type.toUpperCase()}\n${host}\n${recordText(type, data)}\n`,
  );
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\n'))}`;
}

const recordText = (type: DomainRecord['type'], data: string) => (type === 'mx' ? `10 ${data}` : data);

type RecordProps = { name: DomainRecordName; record: DomainRecord; domain: SendingDomain };

function RecordRow({ name, record, domain }: RecordProps) {
  const t = useWords('sendingDomains');
  const { type, host, problem, found } = record;
  const value = recordText(type, record.data);
  const kind = kindOf(name, domain);
  const isElsewhere = problem === 'not_this_server' && name === 'mail_server';
  return (
    <li>
      <div>
        <b>{t(`kinds.${kind}`)}</b>
        <p className="small sec">{t(`purposes.${kind}`)}</p>
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
          <div className={problem === 'missing' || problem === 'unknown' ? 'problem' : 'problem bad'}>
            <p className="small">{t(`problems.${isElsewhere ? 'elsewhere' : problem}`)}</p>
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

/** What a record is to the domain: its first key may be the signing one or the next. */
function kindOf(name: DomainRecordName, { keys }: SendingDomain) {
  if (name === 'dkim1' || name === 'dkim2') return keys[name === 'dkim1' ? 0 : 1]?.state ?? 'next';
  return name;
}

const keyTones = { signing: 'live', next: 'warn', retired: 'neutral' } as const;

function Keys({ domain }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const mayChange = useMayChange();
  const [isRotating, setRotating] = useState(false);
  return (
    <Panel
      title={t('keys')}
      actions={
        mayChange && (
          <Button icon={RefreshCw} onPress={() => setRotating(true)}>
            {t('rotate')}
          </Button>
        )
      }
    >
      <ul className="inside stacked" aria-label={t('keys')}>
        {domain.keys.map((key) => {
          const { selector, state } = key;
          const at = { signing: key.signing_since, next: key.created_at, retired: key.retired_at }[state];
          return (
            <li key={selector} className="key">
              <span className="grow">
                <b className="mono">{selector}</b>
                <span className="small sec">
                  {at === null ? t('notSigning') : t(`since.${state}`, { at: dateAndTime(at * 1000) })}
                </span>
              </span>
              <Pill tone={keyTones[state]}>{t(`keyStates.${state}`)}</Pill>
            </li>
          );
        })}
      </ul>
      {isRotating && <RotateDialog domain={domain} onClose={() => setRotating(false)} />}
    </Panel>
  );
}

function ReturnPath({ domain: { returns, dns } }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  return (
    <Panel
      title={t('returnPath')}
      beside={returns ? <Pill tone="live">{t('returning')}</Pill> : <Pill>{t('notReturning')}</Pill>}
    >
      <div className="inside stacked">
        <p className="sec">{t(returns ? 'returnsText' : 'noReturnsText')}</p>
        <dl className="facts">
          <div>
            <dt>{t('host')}</dt>
            <dd className="mono small">{dns.mail_server.host}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

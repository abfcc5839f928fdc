/** One sending domain or link domain: the DNS records to publish with what is wrong with them; DKIM keys and return path of the former. */

import '../../../words/chunks/email-section-words.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Globe, Link2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DomainRecordName, SendingDomain } from '#api/email/sending-domains.ts';
import { useCheckLinkDomain, useLinkDomain } from '../../../client/email/link-domains.ts';
import { useCheckSendingDomain, useSendingDomain, useWarmUp } from '../../../client/email/sending-domains.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { locale } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { DomainState, LinkState, linkHost, recordsOf } from './domain-state.tsx';
import { RecordRow } from './record-row.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import './domains.css';

const route = getRouteApi('/shell/email/domains/$id');

/** Link domains have numbers of their own: `link-12` in the address. */
export function DomainPage() {
  const { id } = route.useParams();
  const [, link] = /^link-(.*)/.exec(id) ?? [];
  return link === undefined ? <SendingDomainPage id={id} /> : <LinkDomainPage id={link} />;
}

function SendingDomainPage({ id }: { id: string }) {
  const t = useWords('sendingDomains');
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
          <div className="panel-columns sending-domain">
            <Records domain={shown} />
            <div className="pile">
              <Keys domain={shown} />
              <ReturnPath domain={shown} />
              <WarmUp domain={shown} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Records({ domain }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const check = useCheckSendingDomain(useEmailTarget(), String(domain.id));
  const records = recordsOf(domain);
  return (
    <RecordsPanel
      name={domain.domain}
      records={records.map(([, record]) => record)}
      checkedAt={domain.checked_at}
      check={check}
      state={<DomainState domain={domain} />}
    >
      {records.map(([name, record]) => {
        const kind = kindOf(name, domain);
        return (
          <RecordRow
            key={name}
            title={t(`kinds.${kind}`)}
            purpose={t(`purposes.${kind}`)}
            record={record}
            elsewhere={t(`problems.${name === 'mail_server' ? 'elsewhere' : 'not_this_server'}`)}
          />
        );
      })}
    </RecordsPanel>
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
      afterTitle={returns ? <Pill tone="live">{t('returning')}</Pill> : <Pill>{t('notReturning')}</Pill>}
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

function WarmUp({ domain: { id, warm_up } }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  const change = useWarmUp(useEmailTarget(), String(id));
  const number = new Intl.NumberFormat(locale());
  return (
    <Panel
      title={t('warmUp.title')}
      afterTitle={
        warm_up !== null && (
          <Pill tone="warn">{t('warmUp.day', { day: warm_up.day, days: warm_up.days })}</Pill>
        )
      }
    >
      <div className="inside stacked">
        <Switch
          label={t('warmUp.switch')}
          help={t('warmUp.help')}
          isOn={change.isPending ? change.variables : warm_up !== null}
          isDisabled={!mayChange || change.isPending}
          onChange={(isOn) =>
            change.mutate(
              isOn,
              saidByToast(null, (message) => ofEmail('saveFailed', { message })),
            )
          }
        />
        {warm_up !== null && (
          <dl className="facts">
            <div>
              <dt>{t('warmUp.today')}</dt>
              <dd>
                {t('warmUp.sent', {
                  sent: number.format(warm_up.sent),
                  ceiling: number.format(warm_up.ceiling),
                })}
              </dd>
            </div>
          </dl>
        )}
      </div>
    </Panel>
  );
}

function LinkDomainPage({ id }: { id: string }) {
  const t = useWords('sendingDomains');
  const target = useEmailTarget();
  const link = useLinkDomain(target, id);
  const check = useCheckLinkDomain(target, id);
  return (
    <>
      <EmailHeader
        title={link.data === undefined ? t('links.title') : linkHost(link.data)}
        lead={t('links.lead')}
      />
      <Loaded
        query={link}
        failedTitle={t('links.failedTitle')}
        lines={4}
        notFound={
          <EmptyState
            icon={Link2}
            title={t('links.notFoundTitle')}
            actions={
              <Link to="/email/domains" className={buttonClass()}>
                {t('toList')}
              </Link>
            }
          >
            {t('links.notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => (
          <div className="sending-domain">
            <RecordsPanel
              name={linkHost(shown)}
              records={Object.values(shown.dns)}
              checkedAt={shown.checked_at}
              check={check}
              state={<LinkState link={shown} />}
            >
              {(['domain_cname', 'owner_cname'] as const).map((name) => (
                <RecordRow
                  key={name}
                  title={t(`links.kinds.${name}`)}
                  purpose={t(`links.purposes.${name}`)}
                  record={shown.dns[name]}
                  elsewhere={t('links.elsewhere')}
                />
              ))}
            </RecordsPanel>
          </div>
        )}
      </Loaded>
    </>
  );
}

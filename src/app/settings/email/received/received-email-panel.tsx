/** One received email: its facts, and every attempt at posting it with what the receiver said. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox, RotateCcw } from 'lucide-react';
import type { InboundAttempt, InboundDmarc, InboundEmail } from '#api/email/inbound.ts';
import { useInboundEmail, useInboundEmailAction } from '../../../client/email/inbound-emails.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dateAndTime } from '../../../words/date-time.ts';
import { fileSize } from '../../../words/file-size.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords, type Words } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { statusPills } from '../inbound/received-email.tsx';
import { DiscardButton } from '../inbound/received-emails.tsx';
import { readReceivedEmailsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';

const route = getRouteApi('/shell/email/received');

export function ReceivedEmailPanel({ id }: { id: string }) {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  const search = readReceivedEmailsSearch(route.useSearch());
  const back = (
    <Link to="/email/received" search={search} className={buttonClass()}>
      {t('received.back')}
    </Link>
  );
  return (
    <section className="pile mail" aria-label={t('received.one')}>
      <p className="back">{back}</p>
      <Loaded
        query={useInboundEmail(useEmailTarget(), id)}
        failedTitle={t('inbound.receivedFailed')}
        lines={8}
        notFound={
          <EmptyState icon={Inbox} title={sent('notFoundTitle')} actions={back}>
            {sent('notFoundText')}
          </EmptyState>
        }
      >
        {({ mail, attempts }) => (
          <>
            <Facts mail={mail} />
            <Attempts attempts={attempts} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Facts({ mail }: { mail: InboundEmail }) {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  const mayChange = useMayChange();
  const facts = [
    ['from', mail.sender || t('inbound.noSender')],
    ['to', mail.recipients.join(', ')],
    ['received', dateAndTime(mail.date_received)],
    ['size', fileSize(mail.size)],
    ['client', mail.client_ip],
    ['spf', mail.spf ?? t('received.notChecked')],
    ['dkim', mail.dkim ?? t('received.notChecked')],
    ['dmarc', mail.dmarc === null ? t('received.notChecked') : dmarcText(t, mail.dmarc)],
    ['keptUntil', keptText(t, mail)],
  ] as const;
  return (
    <Panel
      title={mail.subject || sent('noSubject')}
      afterTitle={<Pill {...statusPills[mail.status]}>{t(`inbound.status.${mail.status}`)}</Pill>}
      actions={mayChange && <Actions mail={mail} />}
    >
      <dl className="inside facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`received.facts.${name}`)}</dt>
              <dd>
                <Masked text={value} />
              </dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

function Actions({ mail: { id, status, sender, date_kept_until } }: { mail: InboundEmail }) {
  const t = useWords('email');
  const update = useInboundEmailAction(useEmailTarget());
  const post = () =>
    update.mutate(
      { id, Action: 'replay' },
      saidByToast(t('received.posting'), (message) => t('received.postFailed', { message })),
    );
  return (
    <>
      {(status !== 'posted' || date_kept_until !== null) && (
        <Button icon={RotateCcw} isDisabled={update.isPending} onPress={post}>
          {t('received.postAgain')}
        </Button>
      )}
      {status === 'dead' && <DiscardButton id={id} sender={sender} />}
    </>
  );
}

/** Until when a posted email can be posted again; nothing of others. */
function keptText(t: Words<'email'>, { status, date_kept_until: until }: InboundEmail): string {
  if (status !== 'posted') return '';
  return until === null
    ? t('received.contentDeleted')
    : t('received.postableUntil', { at: dateAndTime(until) });
}

/** The result, then whose policy that is and what proves the domain. */
function dmarcText(t: Words<'email'>, { result, domain, policy, aligned }: InboundDmarc): string {
  if (domain === null || policy === null) return result;
  const methods = aligned.map((method) => t(`received.facts.${method}`)).join(', ');
  const proof = methods === '' ? t('received.notAligned') : t('received.aligned', { methods });
  return [result, t('received.policy', { domain, policy }), proof].join(' · ');
}

function Attempts({ attempts }: { attempts: readonly InboundAttempt[] }) {
  const t = useWords('email');
  return (
    <Panel title={t('received.attempts')}>
      {attempts.length === 0 && <p className="inside mut">{t('received.noAttempts')}</p>}
      <ol className="inside events" aria-label={t('received.attempts')}>
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <b>{attempt.response_status ?? t('deliveries.noResponse')}</b>
            <span className={attempt.problem === null ? 'grow small sec' : 'grow small bad'}>
              <Masked
                text={
                  [attempt.problem, attempt.response_start].filter((each) => each).join(' · ') ||
                  t('deliveries.latency', { ms: numberText(attempt.latency_ms) })
                }
              />
            </span>
            <time className="num mut small">{dateAndTime(attempt.date_made)}</time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

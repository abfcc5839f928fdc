/** One mail as its recipient gets it, and what became of it. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Inbox } from 'lucide-react';
import type { OutboundMailView } from '#api/email/outbound.ts';
import { mailSourceAddress, useOutboundMail } from '../../../client/email/mailbox.ts';
import { isGone } from '../../../client/request.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { moment } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useStanding } from '../use-standing.ts';
import { MailContent } from './mail-content.tsx';
import { MailEvents } from './mail-events.tsx';
import { mailLooks } from './mail-looks.ts';
import './mailbox.css';

const route = getRouteApi('/shell/settings/email/mailbox/$sid');

export function MailPage() {
  const t = useWords('email');
  const { sid } = route.useParams();
  const mail = useOutboundMail(useStanding(), sid);
  const back = (
    <Link to="/settings/email/mailbox" className={buttonClass()}>
      {t('mailbox.back')}
    </Link>
  );
  return (
    <>
      <EmailHeader title={mail.data?.subject || t('mailbox.title')} lead={t('mailbox.lead')} />
      {mail.isPending && <Skeleton lines={8} />}
      {mail.isError && isGone(mail.error) && (
        <EmptyState icon={Inbox} title={t('mailbox.goneTitle')} actions={back}>
          {t('mailbox.goneText')}
        </EmptyState>
      )}
      {mail.isError && !isGone(mail.error) && (
        <ErrorState title={t('mailbox.failedTitle')} onRetry={() => void mail.refetch()}>
          {mail.error.message}
        </ErrorState>
      )}
      {mail.isSuccess && (
        <div className="cols mail">
          <div className="pile">
            <MailContent mail={mail.data} />
          </div>
          <div className="pile">
            <MailSummary mail={mail.data} />
            <MailEvents events={mail.data.events} />
          </div>
        </div>
      )}
    </>
  );
}

function MailSummary({ mail }: { mail: OutboundMailView }) {
  const t = useWords('email');
  const standing = useStanding();
  const facts = [
    ['from', mail.from],
    ['to', mail.to],
    ['sent', moment(mail.date_sent)],
    ['messageId', mail.sg_message_id],
    ['response', mail.response ?? ''],
  ] as const;
  return (
    <section className="panel" aria-label={t('mailbox.summary')}>
      <header>
        <h2>{t('mailbox.summary')}</h2>
        <Pill {...mailLooks[mail.status]}>{t(`mailbox.status.${mail.status}`)}</Pill>
        <div className="end">
          <a className={buttonClass()} href={mailSourceAddress(standing, mail.sid)} download>
            <Icon of={Download} size={14} />
            {t('mailbox.source')}
          </a>
        </div>
      </header>
      <dl className="inside facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`mailbox.facts.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

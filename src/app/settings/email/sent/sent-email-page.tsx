/** One sent email: content, status and events. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Inbox } from 'lucide-react';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { emailSourceUrl, useSentEmail } from '../../../client/email/sent-emails.ts';
import { isNotFound } from '../../../client/request.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dateAndTime } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { EmailContent } from './email-content.tsx';
import { EmailEvents } from './email-events.tsx';
import { statusPills } from './status-pills.ts';
import './sent-emails.css';

const route = getRouteApi('/shell/settings/email/sent/$sid');

export function SentEmailPage() {
  const t = useWords('email');
  const { sid } = route.useParams();
  const mail = useSentEmail(useEmailTarget(), sid);
  const back = (
    <Link to="/settings/email/sent" className={buttonClass()}>
      {t('sent.back')}
    </Link>
  );
  return (
    <>
      <EmailHeader title={mail.data?.subject || t('sent.title')} lead={t('sent.lead')} />
      {mail.isPending && <Skeleton lines={8} />}
      {mail.isError && isNotFound(mail.error) && (
        <EmptyState icon={Inbox} title={t('sent.notFoundTitle')} actions={back}>
          {t('sent.notFoundText')}
        </EmptyState>
      )}
      {mail.isError && !isNotFound(mail.error) && (
        <ErrorState title={t('sent.failedTitle')} onRetry={() => void mail.refetch()}>
          {mail.error.message}
        </ErrorState>
      )}
      {mail.isSuccess && (
        <div className="cols mail">
          <div className="pile">
            <EmailContent mail={mail.data} />
          </div>
          <div className="pile">
            <EmailStatus mail={mail.data} />
            <EmailEvents events={mail.data.events} />
          </div>
        </div>
      )}
    </>
  );
}

function EmailStatus({ mail }: { mail: OutboundEmailDetails }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const facts = [
    ['from', mail.from],
    ['to', mail.to],
    ['sent', dateAndTime(mail.date_sent)],
    ['messageId', mail.sg_message_id],
    ['response', mail.response ?? ''],
  ] as const;
  return (
    <section className="panel" aria-label={t('sent.emailStatus')}>
      <header>
        <h2>{t('sent.emailStatus')}</h2>
        <Pill {...statusPills[mail.status]}>{t(`sent.status.${mail.status}`)}</Pill>
        <div className="end">
          <a className={buttonClass()} href={emailSourceUrl(target, mail.sid)} download>
            <Icon of={Download} size={14} />
            {t('sent.download')}
          </a>
        </div>
      </header>
      <dl className="inside facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`sent.facts.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

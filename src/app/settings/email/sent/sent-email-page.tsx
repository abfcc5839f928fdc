/** One sent email: content, status and events. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, Inbox } from 'lucide-react';
import type { OutboundEmailDetails } from '#api/email/outbound.ts';
import { emailSourceUrl, useSentEmail } from '../../../client/email/sent-emails.ts';
import { useMay } from '../../../client/people/session.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
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
      <Loaded
        query={mail}
        failedTitle={t('sent.failedTitle')}
        lines={8}
        notFound={
          <EmptyState icon={Inbox} title={t('sent.notFoundTitle')} actions={back}>
            {t('sent.notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => (
          <div className="cols mail">
            <div className="pile">
              <EmailContent mail={shown} />
            </div>
            <div className="pile">
              <EmailStatus mail={shown} />
              <EmailEvents events={shown.events} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function EmailStatus({ mail }: { mail: OutboundEmailDetails }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const seesAll = useMay('contacts.unmasked');
  const facts = [
    ['from', mail.from],
    ['to', mail.to],
    ['sent', dateAndTime(mail.date_sent)],
    ['messageId', mail.sg_message_id],
    ['response', mail.response ?? ''],
  ] as const;
  return (
    <Panel
      title={t('sent.emailStatus')}
      beside={<Pill {...statusPills[mail.status]}>{t(`sent.status.${mail.status}`)}</Pill>}
      actions={
        seesAll && (
          <a className={buttonClass()} href={emailSourceUrl(target, mail.sid)} download>
            <Icon of={Download} size={14} />
            {t('sent.download')}
          </a>
        )
      }
    >
      <dl className="inside facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`sent.facts.${name}`)}</dt>
              <dd>
                <Masked text={value} />
              </dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

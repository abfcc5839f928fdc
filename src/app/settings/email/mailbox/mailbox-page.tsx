/** Mail that went out, newest first. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { outboundStates } from '#api/email/outbound.ts';
import { type MailStatus, useOutboundMails } from '../../../client/email/mailbox.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Listing } from '../../../ui/listing.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { dayAndTime } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useStanding } from '../use-standing.ts';
import './mailbox.css';
import { mailLooks } from './mail-looks.ts';

const route = getRouteApi('/shell/settings/email/mailbox');

export function MailboxPage() {
  const t = useWords('email');
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const mails = useOutboundMails(useStanding(), status);
  const now = useNow(60_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      <EmailHeader title={t('mailbox.title')} lead={t('mailbox.lead')} />
      <div className="pile mailbox">
        <Segments<MailStatus | 'all'>
          label={t('mailbox.filter')}
          look="pills"
          segments={(['all', ...outboundStates] as const).map((value) => ({
            value,
            label: t(`mailbox.status.${value}`),
          }))}
          value={status ?? 'all'}
          onChange={(value) => void navigate({ search: value === 'all' ? {} : { status: value } })}
        />
        <section className="panel" aria-label={t('mailbox.title')}>
          <Listing
            list={mails}
            count={rows.length}
            failedTitle={t('mailbox.failedTitle')}
            empty={
              <EmptyState icon={Inbox} title={t('mailbox.emptyTitle')}>
                {t('mailbox.emptyText')}
              </EmptyState>
            }
            lines={5}
          >
            <ul aria-label={t('mailbox.title')}>
              {rows.map((mail) => (
                <li key={mail.sid}>
                  <Link to="/settings/email/mailbox/$sid" params={{ sid: mail.sid }}>
                    <span className="grow">
                      <b className="clip">{mail.subject || t('mailbox.noSubject')}</b>
                      <span className="small sec clip">{t('mailbox.toWhom', { to: mail.to })}</span>
                    </span>
                    <Pill {...mailLooks[mail.status]}>{t(`mailbox.status.${mail.status}`)}</Pill>
                    <time className="num mut" dateTime={mail.date_created}>
                      {dayAndTime(mail.date_created, now)}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
          </Listing>
        </section>
      </div>
    </>
  );
}

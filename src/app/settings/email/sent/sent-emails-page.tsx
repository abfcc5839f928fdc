/** The list of sent emails, newest first. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { outboundStatuses } from '#api/email/statuses.ts';
import { type SentEmailStatus, useSentEmails } from '../../../client/email/sent-emails.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { shortDateAndTime } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import './sent-emails.css';
import { statusPills } from './status-pills.ts';

const route = getRouteApi('/shell/settings/email/sent');

export function SentEmailsPage() {
  const t = useWords('email');
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const mails = useSentEmails(useEmailTarget(), status);
  const now = useNow(60_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      <EmailHeader title={t('sent.title')} lead={t('sent.lead')} />
      <div className="pile sent">
        <SegmentedControl<SentEmailStatus | 'all'>
          label={t('sent.filter')}
          look="pills"
          segments={(['all', ...outboundStatuses] as const).map((value) => ({
            value,
            label: t(`sent.status.${value}`),
          }))}
          value={status ?? 'all'}
          onChange={(value) => void navigate({ search: value === 'all' ? {} : { status: value } })}
        />
        <section className="panel" aria-label={t('sent.title')}>
          <QueryList
            list={mails}
            count={rows.length}
            failedTitle={t('sent.failedTitle')}
            empty={
              <EmptyState
                icon={Inbox}
                title={t(status === undefined ? 'sent.emptyTitle' : 'sent.noneWithStatus')}
                actions={
                  status === undefined && (
                    <Link to="/settings/email/keys/new" className={buttonClass()}>
                      {t('sent.newKey')}
                    </Link>
                  )
                }
              >
                {t('sent.emptyText')}
              </EmptyState>
            }
            lines={5}
          >
            <ul aria-label={t('sent.title')}>
              {rows.map((mail) => (
                <li key={mail.sid}>
                  <Link to="/settings/email/sent/$sid" params={{ sid: mail.sid }}>
                    <span className="grow">
                      <b className="clip">
                        <Masked text={mail.subject || t('sent.noSubject')} />
                      </b>
                      <span className="small sec clip">{t('sent.toRecipient', { to: mail.to })}</span>
                    </span>
                    <Pill {...statusPills[mail.status]}>{t(`sent.status.${mail.status}`)}</Pill>
                    <time className="num mut" dateTime={mail.date_created}>
                      {shortDateAndTime(mail.date_created, now)}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
          </QueryList>
        </section>
      </div>
    </>
  );
}

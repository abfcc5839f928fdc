/** Sent emails: their search, the list, newest first, and next to it the chosen one. */

import '../../../words/chunks/email-section-words.ts';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { Inbox, SearchX } from 'lucide-react';
import { outboundStatuses } from '#api/email/statuses.ts';
import { isMessageId, type SentEmailStatus, useSentEmails } from '../../../client/email/sent-emails.ts';
import { useMay } from '../../../client/people/session.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { dateAndTime, shortDateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { EmailSearch } from '../email-search.tsx';
import { readSentEmailsSearch, type SentEmailsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { SentEmail } from './sent-email.tsx';
import './sent-emails.css';
import { statusPills } from './status-pills.ts';

const route = getRouteApi('/shell/email/sent');

export function SentEmailsPage() {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  const search = readSentEmailsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { sid } = useParams({ strict: false });
  const seesAll = useMay('contacts.unmasked');
  const { q, status, template, category } = search;
  // By a guess one could find out whose address is masked, so the server refuses it.
  const isRefused = q !== undefined && !seesAll && !isMessageId(q);
  const change = (next: SentEmailsSearch) =>
    void navigate({ to: '/email/sent', search: { ...search, ...next } });
  return (
    <>
      <EmailHeader title={sent('title')} lead={sent('lead')} />
      <div className={sid === undefined ? undefined : 'panel-columns emails'}>
        <div className="pile sent">
          <EmailSearch
            label={t(seesAll ? 'search.sent' : 'search.sentMasked')}
            search={search}
            onChange={change}
            chips={[
              ...(template === undefined
                ? []
                : [
                    {
                      text: t('search.template', { template }),
                      onRemove: () => change({ template: undefined }),
                    },
                  ]),
              ...(category === undefined
                ? []
                : [
                    {
                      text: t('search.category', { category }),
                      onRemove: () => change({ category: undefined }),
                    },
                  ]),
            ]}
          >
            <SegmentedControl<SentEmailStatus | 'all'>
              label={sent('filter')}
              look="pills"
              segments={(['all', ...outboundStatuses] as const).map((value) => ({
                value,
                label: sent(`status.${value}`),
              }))}
              value={status ?? 'all'}
              onChange={(value) => change({ status: value === 'all' ? undefined : value })}
            />
          </EmailSearch>
          {isRefused ? (
            <EmptyState icon={SearchX} title={t('search.noneTitle')}>
              {t('search.maskedText')}
            </EmptyState>
          ) : (
            <Found search={search} />
          )}
        </div>
        {sid !== undefined && <SentEmail key={sid} sid={sid} />}
      </div>
    </>
  );
}

function Found({ search }: { search: SentEmailsSearch }) {
  const sent = useWords('sentEmail');
  const mails = useSentEmails(useEmailTarget(), search);
  const now = useNow(60_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <section className="panel" aria-label={sent('title')} aria-busy={mails.isPlaceholderData}>
      <QueryList
        list={mails}
        count={rows.length}
        failedTitle={sent('failedTitle')}
        empty={<NoneFound isFiltered={Object.values(search).some((each) => each !== undefined)} />}
        lines={5}
      >
        <ul className="divided" aria-label={sent('title')}>
          {rows.map((mail) => (
            <li key={mail.sid}>
              <Link
                to="/email/sent/$sid"
                params={{ sid: mail.sid }}
                search={search}
                activeProps={{ className: 'on' }}
              >
                <span className="grow">
                  <b className="clip">
                    <Masked text={mail.to} />
                  </b>
                  <span className="small sec clip">
                    <Masked text={mail.subject || sent('noSubject')} />
                  </span>
                </span>
                <Pill {...statusPills[mail.status]}>{sent(`status.${mail.status}`)}</Pill>
                <time className="num mut" dateTime={mail.date_created}>
                  {shortDateAndTime(mail.date_created, now)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      </QueryList>
      <SearchedTo pages={mails.data?.pages} />
    </section>
  );
}

function NoneFound({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords('email');
  const sent = useWords('sentEmail');
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title={t('search.noneTitle')}>
        {t('search.noneText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title={sent('emptyTitle')}
      actions={
        <Link to="/settings/email/keys/new" className={buttonClass()}>
          {sent('newKey')}
        </Link>
      }
    >
      {sent('emptyText')}
    </EmptyState>
  );
}

/** Says how far back a search came that ended before its page was full. */
function SearchedTo({ pages }: { pages: readonly { searched_to: string | null }[] | undefined }) {
  const t = useWords('email');
  const date = pages?.at(-1)?.searched_to;
  return date == null ? null : (
    <p className="inside mut small">{t('search.searchedTo', { date: dateAndTime(date) })}</p>
  );
}

/** Received emails: their search, the list, newest first, and beside it the attempts at posting the one that is chosen. */

import '../../../words/chunks/add-email-section-words.ts';
import { getRouteApi, useParams } from '@tanstack/react-router';
import { useMay } from '../../../client/people/session.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { EmailSearch } from '../email-search.tsx';
import { ReceivedEmails } from '../inbound/received-emails.tsx';
import { type ReceivedEmailsSearch, readReceivedEmailsSearch } from '../search-params.ts';
import { ReceivedEmailPanel } from './received-email-panel.tsx';
import '../sent/sent-emails.css';

const route = getRouteApi('/shell/email/received');

export function ReceivedEmailsPage() {
  const t = useWords('email');
  const search = readReceivedEmailsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { id } = useParams({ strict: false });
  const seesAll = useMay('contacts.unmasked');
  // By a guess one could find out whose address is masked, so the server refuses it.
  const { q, ...rest } = search;
  const filter = seesAll ? search : rest;
  const change = (next: ReceivedEmailsSearch) =>
    void navigate({ to: '/email/received', search: { ...search, ...next } });
  return (
    <>
      <EmailHeader title={t('received.title')} lead={t('received.lead')} />
      <div className={id === undefined ? 'emails' : 'emails with-one'}>
        <div className="pile">
          <EmailSearch
            label={t('search.received')}
            search={filter}
            onChange={change}
            isSearchable={seesAll}
          />
          <ReceivedEmails
            filter={filter}
            onStatus={(status) => change({ status })}
            isSearch={q !== undefined || search.from !== undefined || search.to !== undefined}
          />
        </div>
        {id !== undefined && <ReceivedEmailPanel key={id} id={id} />}
      </div>
    </>
  );
}

/** Received emails: their search, the list, newest first, and next to it the attempts at posting the chosen one. */

import '../../../words/chunks/email-section-words.ts';
import { getRouteApi, useParams } from '@tanstack/react-router';
import { useParseSettings } from '../../../client/email/inbound-parse.ts';
import { useMay } from '../../../client/people/session.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { EmailSearch } from '../email-search.tsx';
import { ReceivedEmails } from '../inbound/received-emails.tsx';
import { type ReceivedEmailsSearch, readReceivedEmailsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
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
      <div className={id === undefined ? undefined : 'panel-columns emails'}>
        <div className="pile">
          <EmailSearch label={t('search.received')} search={filter} onChange={change} isSearchable={seesAll}>
            <HostFilter hostname={search.hostname} onChange={(hostname) => change({ hostname })} />
          </EmailSearch>
          <ReceivedEmails
            filter={filter}
            onStatus={(status) => change({ status })}
            isSearch={[q, search.hostname, search.from, search.to].some((each) => each !== undefined)}
          />
        </div>
        {id !== undefined && <ReceivedEmailPanel key={id} id={id} />}
      </div>
    </>
  );
}

/** No host name. */
const anyHost = '*';

/** Which host name the emails came to: those of the settings, and the one of the address, which may be deleted. */
function HostFilter({
  hostname = '',
  onChange,
}: {
  hostname: string | undefined;
  onChange(hostname: string | undefined): void;
}) {
  const t = useWords('email');
  const settings = useParseSettings(useEmailTarget());
  const names = new Set(
    [...(settings.data ?? []).map((each) => each.hostname), hostname].filter((name) => name !== ''),
  );
  if (names.size === 0) return null;
  return (
    <Select
      label={t('inbound.hostname')}
      hideLabel
      size="sm"
      options={[
        { value: anyHost, label: t('received.anyHost') },
        ...[...names].sort().map((value) => ({ value, label: value })),
      ]}
      value={hostname === '' ? anyHost : hostname}
      onChange={(value) => onChange(value === anyHost ? undefined : value)}
    />
  );
}

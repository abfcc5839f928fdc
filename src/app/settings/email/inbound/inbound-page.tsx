/** The inbound parse page: host names, received emails, statistics, security policies. */

import { getRouteApi } from '@tanstack/react-router';
import { useWords } from '../../../words/use-words.ts';
import { LastChange } from '../../last-change.tsx';
import { EmailHeader } from '../email-header.tsx';
import { readInboundSearch } from '../search-params.ts';
import { HostList } from './host-list.tsx';
import { PolicyList } from './policy-list.tsx';
import { ReceivedEmails } from './received-emails.tsx';
import { StatsPanel } from './stats-panel.tsx';

const route = getRouteApi('/shell/settings/email/inbound');

export function InboundPage() {
  const t = useWords('email');
  const navigate = route.useNavigate();
  const { mails, ...stats } = readInboundSearch(route.useSearch());
  return (
    <>
      <EmailHeader title={t('inbound.title')} lead={t('inbound.lead')} />
      <LastChange of="email_parse_setting" />
      <div className="panel-columns">
        <div className="pile">
          <HostList />
          <ReceivedEmails
            filter={{ status: mails }}
            onStatus={(next) => void navigate({ search: { ...stats, mails: next }, replace: true })}
          />
        </div>
        <div className="pile">
          <StatsPanel
            search={stats}
            onSearch={(next) => void navigate({ search: { ...next, mails }, replace: true })}
          />
          <PolicyList />
        </div>
      </div>
    </>
  );
}

/** One link domain: its DNS records, and what is wrong with them. */

import '../../../words/chunks/add-email-section-words.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { useCheckLinkDomain, useLinkDomain } from '../../../client/email/link-domains.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { LinkState, linkHost } from './link-domains.tsx';
import { RecordRow } from './record-row.tsx';
import { RecordsPanel } from './records-panel.tsx';
import './domains.css';

const route = getRouteApi('/shell/email/domains/links/$id');

export function LinkDomainPage() {
  const t = useWords('sendingDomains');
  const { id } = route.useParams();
  const target = useEmailTarget();
  const link = useLinkDomain(target, id);
  const check = useCheckLinkDomain(target, id);
  return (
    <>
      <EmailHeader
        title={link.data === undefined ? t('links.title') : linkHost(link.data)}
        lead={t('links.lead')}
      />
      <Loaded
        query={link}
        failedTitle={t('links.failedTitle')}
        lines={4}
        notFound={
          <EmptyState
            icon={Link2}
            title={t('links.notFoundTitle')}
            actions={
              <Link to="/email/domains" className={buttonClass()}>
                {t('toList')}
              </Link>
            }
          >
            {t('links.notFoundText')}
          </EmptyState>
        }
      >
        {(shown) => (
          <div className="sending-domain wide">
            <RecordsPanel
              name={linkHost(shown)}
              records={Object.values(shown.dns)}
              checkedAt={shown.checked_at}
              check={check}
              state={<LinkState link={shown} />}
            >
              {(['domain_cname', 'owner_cname'] as const).map((name) => (
                <RecordRow
                  key={name}
                  title={t(`links.kinds.${name}`)}
                  purpose={t(`links.purposes.${name}`)}
                  record={shown.dns[name]}
                  elsewhere={t('links.elsewhere')}
                />
              ))}
            </RecordsPanel>
          </div>
        )}
      </Loaded>
    </>
  );
}

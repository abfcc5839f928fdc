/** The domains that email is sent from. */

import '../../../words/chunks/email-section-words.ts';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import type { SendingDomain } from '#api/email/sending-domains.ts';
import {
  deleteSendingDomain,
  sendingDomainsKey,
  useCreateSendingDomain,
  useMakeDefaultDomain,
  useSendingDomains,
} from '../../../client/email/sending-domains.ts';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { DomainRow, NewDomainDialog } from './domain-list-parts.tsx';
import { DomainState } from './domain-state.tsx';
import { LinkDomains } from './link-domains.tsx';
import { VerifiedSenders } from './verified-senders.tsx';

const removable = { kind: 'sending domain', list: sendingDomainsKey, send: deleteSendingDomain };

export function SendingDomainsPage() {
  const t = useWords('sendingDomains');
  const domains = useSendingDomains(useEmailTarget());
  const { isRemoved } = useRemoval(removable);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <EmailHeader title={t('title')} lead={t('lead')} />
      <div className="pile">
        <ResourceList
          title={t('all')}
          list={domains}
          rows={domains.data?.filter(({ id }) => !isRemoved(String(id))) ?? []}
          keyOf={({ id }) => id}
          failedTitle={t('failedTitle')}
          empty={{ icon: Globe, title: t('emptyTitle'), text: t('emptyText') }}
          add={{ label: t('add'), onPress: () => setAdding(true) }}
        >
          {(domain) => <SendingDomainRow domain={domain} />}
        </ResourceList>
        <LinkDomains />
        <VerifiedSenders />
      </div>
      {isAdding && <NewSendingDomainDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function SendingDomainRow({ domain }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const { remove } = useRemoval(removable);
  const id = String(domain.id);
  return (
    <DomainRow
      id={id}
      number={id}
      name={domain.domain}
      isDefault={domain.default}
      state={<DomainState domain={domain} />}
      text={`${t(domain.signs ? 'signed' : 'unsigned')} ${t(domain.returns ? 'returns' : 'noReturns')}`}
      makeDefault={useMakeDefaultDomain(useEmailTarget())}
      onDelete={(deleting) => remove([id], deleting)}
    />
  );
}

function NewSendingDomainDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sendingDomains');
  return (
    <NewDomainDialog
      title={t('add')}
      submit={t('create')}
      subdomainLabel={t('subdomain')}
      subdomainHelp={t('subdomainHelp')}
      usualSubdomain="bounce"
      maxLength={220}
      create={useCreateSendingDomain(useEmailTarget())}
      idOf={String}
      onClose={onClose}
    />
  );
}

/** The host names that the links of email have. */

import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { LinkDomain } from '#api/email/link-domains.ts';
import {
  deleteLinkDomain,
  linkDomainsKey,
  useCreateLinkDomain,
  useLinkDomains,
  useMakeDefaultLink,
} from '../../../client/email/link-domains.ts';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { DomainRow, NewDomainDialog } from './domain-list-parts.tsx';
import { LinkState, linkHost } from './domain-state.tsx';

const removable = { kind: 'link domain', list: linkDomainsKey, send: deleteLinkDomain };

export function LinkDomains() {
  const t = useWords('sendingDomains');
  const links = useLinkDomains(useEmailTarget());
  const { isRemoved } = useRemoval(removable);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        title={t('links.all')}
        list={links}
        rows={links.data?.filter(({ id }) => !isRemoved(String(id))) ?? []}
        keyOf={({ id }) => id}
        failedTitle={t('links.failedTitle')}
        empty={{ icon: Link2, title: t('links.emptyTitle'), text: t('links.emptyText') }}
        add={{ label: t('links.add'), onPress: () => setAdding(true) }}
      >
        {(link) => <LinkRow link={link} />}
      </ResourceList>
      {isAdding && <NewLinkDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function LinkRow({ link }: { link: LinkDomain }) {
  const t = useWords('sendingDomains');
  const { remove } = useRemoval(removable);
  const number = String(link.id);
  return (
    <DomainRow
      id={`link-${number}`}
      number={number}
      name={linkHost(link)}
      isDefault={link.default}
      state={<LinkState link={link} />}
      text={t(link.valid ? 'links.used' : 'links.unused')}
      makeDefault={useMakeDefaultLink(useEmailTarget())}
      onDelete={(deleting) => remove([number], deleting)}
    />
  );
}

function NewLinkDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sendingDomains');
  return (
    <NewDomainDialog
      title={t('links.add')}
      submit={t('links.add')}
      subdomainLabel={t('links.subdomain')}
      subdomainHelp={t('links.subdomainHelp')}
      usualSubdomain="links"
      maxLength={180}
      create={useCreateLinkDomain(useEmailTarget())}
      idOf={(id) => `link-${id}`}
      onClose={onClose}
    />
  );
}

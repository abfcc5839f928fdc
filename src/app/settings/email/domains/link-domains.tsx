/** The host names that the links of email have. */

import { Link, useNavigate } from '@tanstack/react-router';
import { Link2, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LinkDomain } from '#api/email/link-domains.ts';
import {
  deleteLinkDomain,
  linkDomainsKey,
  useCreateLinkDomain,
  useLinkDomains,
  useMakeDefaultLink,
} from '../../../client/email/link-domains.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
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
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  const { remove } = useRemoval(removable);
  const makeDefault = useMakeDefaultLink(useEmailTarget());
  const id = String(link.id);
  const name = linkHost(link);
  return (
    <>
      <div className="grow">
        <p className="row">
          <Link to="/email/domains/$id" params={{ id: `link-${id}` }} className="link">
            <b>{name}</b>
          </Link>
          <LinkState link={link} />
          {link.default && <Pill outlined>{t('default')}</Pill>}
        </p>
        <p className="small sec">{t(link.valid ? 'links.used' : 'links.unused')}</p>
      </div>
      {mayChange && (
        <>
          {!link.default && (
            <IconButton
              icon={Star}
              label={t('makeDefault', { name })}
              isDisabled={makeDefault.isPending}
              onPress={() =>
                makeDefault.mutate(
                  id,
                  saidByToast(null, (message) => ofEmail('saveFailed', { message })),
                )
              }
            />
          )}
          <IconButton
            icon={Trash2}
            label={t('delete', { name })}
            onPress={() => remove([id], ofEmail('deleting', { name }))}
          />
        </>
      )}
    </>
  );
}

const fields = ['domain', 'subdomain'];

function NewLinkDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sendingDomains');
  const navigate = useNavigate();
  const create = useCreateLinkDomain(useEmailTarget());
  const [domain, setDomain] = useState('');
  const [subdomain, setSubdomain] = useState('links');
  const { error } = create;
  return (
    <FormDialog
      title={t('links.add')}
      submit={t('links.add')}
      isBusy={create.isPending}
      isDisabled={domain.trim() === '' || subdomain.trim() === ''}
      failure={generalError(error, fields)}
      onClose={onClose}
      onSubmit={() =>
        create.mutate(
          { domain: domain.trim(), subdomain: subdomain.trim() },
          {
            onSuccess: ({ id }) => void navigate({ to: '/email/domains/$id', params: { id: `link-${id}` } }),
          },
        )
      }
    >
      <TextField
        label={t('domain')}
        help={t('domainHelp')}
        placeholder="example.com"
        value={domain}
        onChange={setDomain}
        maxLength={180}
        error={fieldError(error, 'domain')}
        autoFocus
      />
      <TextField
        label={t('links.subdomain')}
        help={t('links.subdomainHelp')}
        value={subdomain}
        onChange={setSubdomain}
        maxLength={63}
        error={fieldError(error, 'subdomain')}
      />
    </FormDialog>
  );
}

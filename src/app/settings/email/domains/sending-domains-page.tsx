/** The domains that email is sent from. */

import '../../../words/chunks/add-email-section-words.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Globe, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SendingDomain } from '#api/email/sending-domains.ts';
import {
  deleteSendingDomain,
  sendingDomainsKey,
  useCreateSendingDomain,
  useMakeDefaultDomain,
  useSendingDomains,
} from '../../../client/email/sending-domains.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { EmailHeader } from '../email-header.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
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
          {(domain) => <DomainRow domain={domain} />}
        </ResourceList>
        <LinkDomains />
        <VerifiedSenders />
      </div>
      {isAdding && <NewDomainDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function DomainRow({ domain }: { domain: SendingDomain }) {
  const t = useWords('sendingDomains');
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  const { remove } = useRemoval(removable);
  const makeDefault = useMakeDefaultDomain(useEmailTarget());
  const { domain: name, signs, returns } = domain;
  const id = String(domain.id);
  return (
    <>
      <div className="grow">
        <p className="row">
          <Link to="/email/domains/$id" params={{ id }} className="link">
            <b>{name}</b>
          </Link>
          <DomainState domain={domain} />
          {domain.default && <Pill outlined>{t('default')}</Pill>}
        </p>
        <p className="small sec">
          {t(signs ? 'signed' : 'unsigned')} {t(returns ? 'returns' : 'noReturns')}
        </p>
      </div>
      {mayChange && (
        <>
          {!domain.default && (
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

function NewDomainDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sendingDomains');
  const navigate = useNavigate();
  const create = useCreateSendingDomain(useEmailTarget());
  const [domain, setDomain] = useState('');
  const [subdomain, setSubdomain] = useState('bounce');
  const { error } = create;
  return (
    <FormDialog
      title={t('add')}
      submit={t('create')}
      isBusy={create.isPending}
      isDisabled={domain.trim() === '' || subdomain.trim() === ''}
      failure={generalError(error, fields)}
      onClose={onClose}
      onSubmit={() =>
        create.mutate(
          { domain: domain.trim(), subdomain: subdomain.trim() },
          { onSuccess: ({ id }) => void navigate({ to: '/email/domains/$id', params: { id: String(id) } }) },
        )
      }
    >
      <TextField
        label={t('domain')}
        help={t('domainHelp')}
        placeholder="example.com"
        value={domain}
        onChange={setDomain}
        maxLength={220}
        error={fieldError(error, 'domain')}
        autoFocus
      />
      <TextField
        label={t('subdomain')}
        help={t('subdomainHelp')}
        value={subdomain}
        onChange={setSubdomain}
        maxLength={63}
        error={fieldError(error, 'subdomain')}
      />
    </FormDialog>
  );
}

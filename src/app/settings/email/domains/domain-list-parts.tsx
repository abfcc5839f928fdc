/** What the lists of sending domains and of link domains share: a row, and the dialog for a new one. */

import type { UseMutationResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Star, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { fieldError, generalError } from '../field-errors.ts';

type DomainRowProps = {
  /** In the address of its page. */
  id: string;
  /** By which it is changed. */
  number: string;
  name: string;
  isDefault: boolean;
  state: ReactNode;
  text: string;
  makeDefault: UseMutationResult<unknown, Error, string>;
  /** `deleting` is what the toast says meanwhile. */
  onDelete(deleting: string): void;
};

export function DomainRow({
  id,
  name,
  isDefault,
  state,
  text,
  makeDefault,
  onDelete,
  number,
}: DomainRowProps) {
  const t = useWords('sendingDomains');
  const ofEmail = useWords('email');
  const mayChange = useMayChange();
  return (
    <>
      <div className="grow">
        <p className="row">
          <Link to="/email/domains/$id" params={{ id }} className="link">
            <b>{name}</b>
          </Link>
          {state}
          {isDefault && <Pill outlined>{t('default')}</Pill>}
        </p>
        <p className="small sec">{text}</p>
      </div>
      {mayChange && (
        <>
          {!isDefault && (
            <IconButton
              icon={Star}
              label={t('makeDefault', { name })}
              isDisabled={makeDefault.isPending}
              onPress={() =>
                makeDefault.mutate(
                  number,
                  saidByToast(null, (message) => ofEmail('saveFailed', { message })),
                )
              }
            />
          )}
          <IconButton
            icon={Trash2}
            label={t('delete', { name })}
            onPress={() => onDelete(ofEmail('deleting', { name }))}
          />
        </>
      )}
    </>
  );
}

const fields = ['domain', 'subdomain'];

type NewDomainProps = {
  title: string;
  submit: string;
  subdomainLabel: string;
  subdomainHelp: string;
  usualSubdomain: string;
  /** Of the domain: with the names below it that are published, it has to fit into 253. */
  maxLength: number;
  create: UseMutationResult<{ id: number }, Error, { domain: string; subdomain: string }>;
  /** In the address of the page of a new one. */
  idOf(id: number): string;
  onClose(): void;
};

export function NewDomainDialog({
  create,
  idOf,
  usualSubdomain,
  maxLength,
  onClose,
  ...texts
}: NewDomainProps) {
  const t = useWords('sendingDomains');
  const navigate = useNavigate();
  const [domain, setDomain] = useState('');
  const [subdomain, setSubdomain] = useState(usualSubdomain);
  const { error } = create;
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      isBusy={create.isPending}
      isDisabled={domain.trim() === '' || subdomain.trim() === ''}
      failure={generalError(error, fields)}
      onClose={onClose}
      onSubmit={() =>
        create.mutate(
          { domain: domain.trim(), subdomain: subdomain.trim() },
          { onSuccess: ({ id }) => void navigate({ to: '/email/domains/$id', params: { id: idOf(id) } }) },
        )
      }
    >
      <TextField
        label={t('domain')}
        help={t('domainHelp')}
        placeholder="example.com"
        value={domain}
        onChange={setDomain}
        maxLength={maxLength}
        error={fieldError(error, 'domain')}
        autoFocus
      />
      <TextField
        label={texts.subdomainLabel}
        help={texts.subdomainHelp}
        value={subdomain}
        onChange={setSubdomain}
        maxLength={63}
        error={fieldError(error, 'subdomain')}
      />
    </FormDialog>
  );
}

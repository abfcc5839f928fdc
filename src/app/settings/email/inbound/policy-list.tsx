/** The security policies that host names can follow, each with the key that verifies its signatures. */

import { useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Policy } from '#api/email/policies.ts';
import { useDeferredKeys } from '../../../client/deferred-requests.ts';
import { useParseSettings } from '../../../client/email/inbound-parse.ts';
import { deletePolicy, policiesKey, usePolicies } from '../../../client/email/security-policies.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { useWords } from '../../../words/use-words.ts';
import { CopyButton } from '../copy-button.tsx';
import { removeWithUndo } from '../remove-with-undo.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { PolicyForm } from './policy-form.tsx';
import './inbound.css';

const removalKey = (id: string) => `remove security policy ${id}`;

export function PolicyList() {
  const t = useWords('email');
  const policies = usePolicies(useEmailTarget());
  const waiting = useDeferredKeys();
  const [isAdding, setAdding] = useState(false);
  const rows = policies.data?.filter(({ id }) => !waiting.has(removalKey(id))) ?? [];
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {t('policies.add')}
    </Button>
  );
  return (
    <section className="panel hosts" aria-label={t('policies.title')}>
      <header>
        <h2>{t('policies.title')}</h2>
        {!isAdding && rows.length > 0 && <div className="end">{add}</div>}
      </header>
      <QueryList
        list={policies}
        count={rows.length + Number(isAdding)}
        failedTitle={t('policies.failedTitle')}
        empty={
          <EmptyState icon={ShieldCheck} title={t('policies.emptyTitle')} actions={add}>
            {t('policies.emptyText')}
          </EmptyState>
        }
        lines={2}
      >
        <ul aria-label={t('policies.title')}>
          {isAdding && (
            <li>
              <PolicyForm onClose={() => setAdding(false)} />
            </li>
          )}
          {rows.map((policy) => (
            <PolicyItem key={policy.id} policy={policy} />
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

function PolicyItem({ policy: { id, name, oauth, signature } }: { policy: Policy }) {
  const t = useWords('email');
  const cache = useQueryClient();
  const target = useEmailTarget();
  const settings = useParseSettings(target);
  const followers = settings.data?.filter(({ security_policy }) => security_policy === id) ?? [];
  const remove = () =>
    removeWithUndo({
      cache,
      key: removalKey(id),
      invalidates: policiesKey(target),
      send: () => deletePolicy(target, id),
      message: t('deleting', { name }),
    });
  return (
    <li>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          {signature !== undefined && <Pill outlined>{t('policies.signed')}</Pill>}
          {oauth !== undefined && <Pill outlined>{t('policies.authorized')}</Pill>}
        </p>
        {oauth !== undefined && <p className="mono sec">{oauth.token_url}</p>}
        <p className="small mut">
          {followers.length === 0
            ? t('policies.unused')
            : t('policies.usedBy', { hosts: followers.map(({ hostname }) => hostname).join(', ') })}
        </p>
      </div>
      <span className="row">
        {signature !== undefined && (
          <CopyButton text={signature.public_key} label={t('policies.copyKey', { name })} />
        )}
        <IconButton
          icon={Trash2}
          label={t('policies.delete', { name })}
          isDisabled={followers.length > 0}
          onPress={remove}
        />
      </span>
    </li>
  );
}

/** The security policies that host names can follow, each with the key that verifies its signatures. */

import { ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Policy } from '#api/email/policies.ts';
import { useParseSettings } from '../../../client/email/inbound-parse.ts';
import { deletePolicy, policiesKey, usePolicies } from '../../../client/email/security-policies.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { PolicyForm } from './policy-form.tsx';
import './inbound.css';

const removable = { kind: 'security policy', list: policiesKey, send: deletePolicy };

export function PolicyList() {
  const t = useWords('email');
  const policies = usePolicies(useEmailTarget());
  const { isRemoved } = useRemoval(removable);
  const [isAdding, setAdding] = useState(false);
  return (
    <ResourceList
      title={t('policies.title')}
      list={policies}
      rows={policies.data?.filter(({ id }) => !isRemoved(id)) ?? []}
      keyOf={({ id }) => id}
      failedTitle={t('policies.failedTitle')}
      empty={{ icon: ShieldCheck, title: t('policies.emptyTitle'), text: t('policies.emptyText') }}
      add={{ label: t('policies.add'), onPress: () => setAdding(true) }}
      form={isAdding && <PolicyForm onClose={() => setAdding(false)} />}
      lines={2}
    >
      {(policy) => <PolicyItem policy={policy} />}
    </ResourceList>
  );
}

function PolicyItem({ policy: { id, name, oauth, signature } }: { policy: Policy }) {
  const t = useWords('email');
  const { remove } = useRemoval(removable);
  const settings = useParseSettings(useEmailTarget());
  const followers = settings.data?.filter(({ security_policy }) => security_policy === id) ?? [];
  return (
    <>
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
          onPress={() => remove([id], t('deleting', { name }))}
        />
      </span>
    </>
  );
}

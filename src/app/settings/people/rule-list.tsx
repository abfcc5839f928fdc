/** The rules: who signs in with which claim is a member of which account. */

import { Link } from '@tanstack/react-router';
import { Split, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SignInRuleResource } from '#api/people/sign-in-schemas.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import {
  useDeleteSignInRule,
  useIdentityProviders,
  useSignInRules,
} from '../../client/people/identity-providers.ts';
import { useSession } from '../../client/people/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';
import { RuleDialog } from './rule-dialog.tsx';

export function RuleList() {
  const t = useWords('identity');
  const rules = useSignInRules();
  const providers = useIdentityProviders().data ?? [];
  const [isAdding, setAdding] = useState(false);
  const hasProvider = providers.length > 0;
  return (
    <>
      <ResourceList
        title={t('rules.title')}
        list={rules}
        rows={rules.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('rules.failedTitle')}
        empty={{
          icon: Split,
          title: t('rules.emptyTitle'),
          text: t(hasProvider ? 'rules.emptyText' : 'rules.needsProvider'),
          ...(!hasProvider && {
            action: (
              <Link to="/settings/sign-in" className={buttonClass()}>
                {t('rules.toProviders')}
              </Link>
            ),
          }),
        }}
        {...(hasProvider && { add: { label: t('rules.add'), onPress: () => setAdding(true) } })}
        above={(rules.data ?? []).length > 0 && <p className="panel-lead">{t('rules.lead')}</p>}
      >
        {(each) => <RuleItem rule={each} />}
      </ResourceList>
      {isAdding && <RuleDialog providers={providers} onClose={() => setAdding(false)} />}
    </>
  );
}

function RuleItem({ rule }: { rule: SignInRuleResource }) {
  const t = useWords('identity');
  const names = useWords('shell');
  const { sid, name, claim, operator, value, role } = rule;
  const account = useAccountName(rule.account_sid);
  const remove = useDeleteSignInRule(sid);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className="grow">
        <h3>{name}</h3>
        <p className="mono sec">{t('rules.sentence', { claim, operator: t(`rules.${operator}`), value })}</p>
        <p className="sec">{t('rules.gives', { role: names(`roles.${role}`), account })}</p>
      </div>
      <IconButton icon={Trash2} label={t('rules.removeOf', { name })} onPress={() => setAsking(true)} />
      <ConfirmDialog
        title={t('rules.removeTitle', { name })}
        submit={t('delete')}
        isOpen={isAsking}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('rules.removed', { name })}
        onClose={() => setAsking(false)}
      >
        <p>{t('rules.removeText')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Of the own account, or of one below it; its SID until that is known. */
function useAccountName(sid: string): string {
  const session = useSession().data;
  const below = useSubaccounts().data ?? [];
  if (session?.account_sid === sid) return session.friendly_name;
  return below.find((each) => each.sid === sid)?.friendly_name ?? sid;
}

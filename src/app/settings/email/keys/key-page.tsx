/** One key: its name and its scopes, which saving replaces. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, TriangleAlert } from 'lucide-react';
import type { Key } from '#api/email/keys.ts';
import { accessKindOf, isRequestableScope } from '#api/email/scopes.ts';
import { useKey, useRenameKey, useReplaceKey } from '../../../client/email/api-keys.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { KeyForm, type KeyValues } from './key-form.tsx';
import { KeysGuard } from './keys-guard.tsx';

const route = getRouteApi('/shell/settings/email/keys/$id');

export function KeyPage() {
  return (
    <KeysGuard>
      <OneKey />
    </KeysGuard>
  );
}

function OneKey() {
  const t = useWords('email');
  const { id } = route.useParams();
  const key = useKey(useEmailTarget(), id);
  const back = (
    <Link to="/settings/email/keys" className={buttonClass()}>
      {t('keys.toKeys')}
    </Link>
  );
  return (
    <>
      <EmailHeader title={key.data?.name ?? t('keys.editTitle')} lead={t('keys.lead')} />
      <Loaded
        query={key}
        failedTitle={t('keys.failedTitle')}
        lines={6}
        notFound={
          <EmptyState icon={KeyRound} title={t('keys.notFoundTitle')} actions={back}>
            {t('keys.notFoundText')}
          </EmptyState>
        }
      >
        {(value) => <EditKey value={value} />}
      </Loaded>
    </>
  );
}

function EditKey({ value }: { value: Key }) {
  const t = useWords('email');
  const navigate = route.useNavigate();
  const target = useEmailTarget();
  const replace = useReplaceKey(target);
  const rename = useRenameKey(target);
  const held = value.scopes.filter(isRequestableScope);
  const save = async ({ name, scopes }: KeyValues) => {
    const id = value.api_key_id;
    // A rename alone keeps all scopes, also those that this page does not know.
    const isSame = scopes.length === held.length && held.every((scope) => scopes.includes(scope));
    try {
      await (isSame
        ? rename.mutateAsync({ id, name })
        : replace.mutateAsync({ id, name, scopes: [...scopes] }));
      toast({ message: t('keys.saved', { name }) });
      await navigate({ to: '/settings/email/keys' });
    } catch {
      // The form shows the error.
    }
  };
  return (
    <KeyForm
      initial={{ name: value.name, kind: accessKindOf(held), scopes: held }}
      submit={t('save')}
      isBusy={replace.isPending || rename.isPending}
      failure={replace.error ?? rename.error}
      onSubmit={(values) => void save(values)}
    >
      <p className="caution">
        <Icon of={TriangleAlert} size={14} />
        {t('keys.replaces')}
      </p>
    </KeyForm>
  );
}

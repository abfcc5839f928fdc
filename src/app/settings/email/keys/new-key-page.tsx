/** The form for a new key, then the created key, shown only once. */

import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ApiKeyWithSecret } from '#api/email/keys.ts';
import { useCreateKey } from '../../../client/email/api-keys.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { KeyForm } from './key-form.tsx';
import { KeysGuard } from './keys-guard.tsx';

export function NewKeyPage() {
  return (
    <KeysGuard>
      <NewKey />
    </KeysGuard>
  );
}

function NewKey() {
  const t = useWords('email');
  const create = useCreateKey(useEmailTarget());
  return (
    <>
      <EmailHeader title={t('keys.newTitle')} lead={t('keys.newLead')} />
      {create.data ? (
        <CreatedKey made={create.data} />
      ) : (
        <KeyForm
          initial={{ name: '', kind: 'custom', scopes: [] }}
          submit={t('keys.create')}
          isBusy={create.isPending}
          failure={create.error}
          onSubmit={({ name, kind, scopes }) =>
            create.mutate(kind === 'full' ? { name } : { name, scopes: [...scopes] })
          }
        />
      )}
    </>
  );
}

function CreatedKey({ made }: { made: ApiKeyWithSecret }) {
  const t = useWords('email');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel narrow-form" aria-label={t('keys.created', { name: made.name })}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('keys.created', { name: made.name })}
        </h2>
      </header>
      <div className="filled">
        <p className="sec">{t('keys.createdText')}</p>
        <div className="keybox whole">
          <code className="mono">{made.api_key}</code>
          <CopyButton text={made.api_key} label={t('keys.copyKey')} />
        </div>
        <div className="actions">
          <Link to="/settings/email/keys" className={buttonClass('primary')}>
            {t('keys.done')}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Shows the token that an account has just been given, this once. */

import type { AccountWithToken } from '#api/accounts/schemas.ts';
import { useWords } from '../../words/use-words.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function TokenDialog({ made, onClose }: { made: AccountWithToken; onClose(): void }) {
  const t = useWords('account');
  return (
    <SecretDialog
      title={t('newTitle', { name: made.friendly_name })}
      fields={[
        { label: t('sid'), value: made.sid },
        { label: t('token'), value: made.auth_token },
      ]}
      copied={{ text: made.auth_token, label: t('copyToken') }}
      onClose={onClose}
    />
  );
}

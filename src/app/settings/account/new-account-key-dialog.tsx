/** Adding an API key of the account: its name, and whether it approves publish requests. */

import { useState } from 'react';
import type { AccountKeyWithSecret } from '#api/accounts/schemas.ts';
import { useCreateAccountKey } from '../../client/account-keys.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useWords } from '../../words/use-words.ts';
import { NameDialog } from './name-dialog.tsx';

type Props = { onClose(): void; onMade(key: AccountKeyWithSecret): void };

export function NewAccountKeyDialog({ onClose, onMade }: Props) {
  const t = useWords('account');
  const create = useCreateAccountKey();
  const [approves, setApproves] = useState(false);
  return (
    <NameDialog
      title={t('keys.add')}
      submit={t('keys.add')}
      nameHelp={t('keys.nameHelp')}
      onSubmit={(name) =>
        create.mutate(
          { FriendlyName: name, ...(approves && { ApprovesPublishing: 'true' }) },
          { onSuccess: onMade },
        )
      }
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <Checkbox label={t('keys.approves')} isOn={approves} onChange={setApproves}>
        {t('keys.approves')}
      </Checkbox>
    </NameDialog>
  );
}

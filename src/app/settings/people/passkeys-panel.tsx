/** One's own passkeys. */

import { Fingerprint, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PasskeyResource } from '#api/people/second-factor-operations.ts';
import { hasPasskeys, NoPasskey } from '../../client/people/passkeys.ts';
import { useAddPasskey, usePasskeys, useRemovePasskey } from '../../client/people/second-factor.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/marks/pill.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { dateAndTime } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { ResourceList } from '../resource-list.tsx';
import { readDevice } from './device-name.ts';

export function PasskeysPanel() {
  const t = useWords('factors');
  const passkeys = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const isPossible = hasPasskeys();
  return (
    <>
      <ResourceList
        title={t('passkeys.title')}
        list={passkeys}
        rows={passkeys.data ?? []}
        keyOf={({ sid }) => sid}
        failedTitle={t('passkeys.failedTitle')}
        empty={
          isPossible
            ? { icon: Fingerprint, title: t('passkeys.emptyTitle'), text: t('passkeys.text') }
            : {
                icon: Fingerprint,
                title: t('passkeys.unsupportedTitle'),
                text: t('passkeys.unsupportedText'),
              }
        }
        {...(isPossible && { add: { label: t('passkeys.add'), onPress: () => setAdding(true) } })}
        lines={2}
      >
        {(passkey) => <PasskeyLine passkey={passkey} />}
      </ResourceList>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function PasskeyLine({ passkey }: { passkey: PasskeyResource }) {
  const t = useWords('factors');
  const remove = useRemovePasskey(passkey.sid);
  const [isAsked, setAsked] = useState(false);
  const { friendly_name: name, is_synced: isSynced, date_created: created, date_last_used: used } = passkey;
  return (
    <>
      <div className="grow">
        <p className="row">
          <b>{name}</b>
          {isSynced && <Pill tone="neutral">{t('passkeys.synced')}</Pill>}
        </p>
        <p className="small sec">
          {t('passkeys.created', { when: dateAndTime(created) })} ·{' '}
          {used === null ? t('passkeys.neverUsed') : t('passkeys.lastUsed', { when: dateAndTime(used) })}
        </p>
      </div>
      <IconButton icon={Trash2} label={t('passkeys.remove', { name })} onPress={() => setAsked(true)} />
      <ConfirmDialog
        title={t('passkeys.removeTitle')}
        submit={t('passkeys.removeSubmit')}
        isOpen={isAsked}
        change={remove}
        onSubmit={(whenDone) => remove.mutate(undefined, whenDone)}
        done={t('passkeys.removed')}
        onClose={() => setAsked(false)}
      >
        <p>{t('passkeys.removeText', { name })}</p>
      </ConfirmDialog>
    </>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const t = useWords('factors');
  const people = useWords('people');
  const add = useAddPasskey();
  const { browser, system } = readDevice(navigator.userAgent);
  const [name, setName] = useState(
    browser !== null && system !== null ? people('profile.browserOn', { browser, system }) : '',
  );
  const fault = name.trim() === '' ? t('passkeys.nameMissing') : undefined;
  return (
    <FormDialog
      title={t('passkeys.addTitle')}
      submit={t('passkeys.submit')}
      isBusy={add.isPending}
      failure={add.error instanceof NoPasskey ? t('passkeys.none') : add.error?.message}
      onClose={onClose}
      onSubmit={() => {
        if (fault !== undefined) return;
        add.mutate(name.trim(), {
          onSuccess: () => {
            toast({ message: t('passkeys.added') });
            onClose();
          },
        });
      }}
    >
      <p className="sec">{t('passkeys.addText')}</p>
      <TextField
        label={t('passkeys.name')}
        help={t('passkeys.nameHelp')}
        autoFocus
        maxLength={64}
        value={name}
        onChange={setName}
        error={fault}
      />
    </FormDialog>
  );
}

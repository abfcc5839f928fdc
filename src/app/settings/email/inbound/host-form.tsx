/** The form of a host name: a new one, or where the mail to one goes. */

import { type FormEvent, useState } from 'react';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import { useChangeParseSetting, useCreateParseSetting } from '../../../client/email/parse.ts';
import { announce } from '../../../shell/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFoot } from '../../form-foot.tsx';
import { faultAt, faultElsewhere } from '../faults.ts';
import { useStanding } from '../use-standing.ts';
import { PolicyChoice } from './policy-choice.tsx';

/** `setting` is null for a new host name. */
export function HostForm({ setting, onClose }: { setting: ParseSetting | null; onClose(): void }) {
  const t = useWords('email');
  const standing = useStanding();
  const create = useCreateParseSetting(standing);
  const change = useChangeParseSetting(standing);
  const [values, setValues] = useState(
    setting ?? { hostname: '', url: '', spam_check: false, send_raw: false },
  );
  const { hostname, url, spam_check, send_raw } = values;
  const [policy, setPolicy] = useState(setting?.security_policy ?? '');
  const set = (next: Partial<typeof values>) => {
    setValues({ ...values, ...next });
    create.reset();
    change.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const security_policy = policy === '' ? null : policy;
    const wanted = { hostname: hostname.trim(), url: url.trim(), spam_check, send_raw, security_policy };
    (setting === null ? create : change).mutate(wanted, {
      onSuccess: () => {
        announce(t(setting === null ? 'inbound.added' : 'inbound.saved', { hostname: wanted.hostname }));
        onClose();
      },
    });
  };
  const failure = create.error ?? change.error;
  const elsewhere = faultElsewhere(failure, ['hostname', 'url', 'security_policy']);
  return (
    <form onSubmit={submit} noValidate>
      {setting === null && (
        <TextField
          label={t('inbound.hostname')}
          help={t('inbound.hostnameHelp')}
          autoFocus
          value={hostname}
          onChange={(text) => set({ hostname: text })}
          error={faultAt(failure, 'hostname')}
        />
      )}
      <TextField
        label={t('inbound.url')}
        help={t('inbound.urlHelp')}
        value={url}
        onChange={(text) => set({ url: text })}
        error={faultAt(failure, 'url')}
      />
      <Switch
        label={t('inbound.spamCheck')}
        help={t('inbound.spamCheckHelp')}
        isOn={spam_check}
        onChange={(isOn) => set({ spam_check: isOn })}
      />
      <Switch
        label={t('inbound.sendRaw')}
        help={t('inbound.sendRawHelp')}
        isOn={send_raw}
        onChange={(isOn) => set({ send_raw: isOn })}
      />
      <PolicyChoice value={policy} onChange={setPolicy} error={faultAt(failure, 'security_policy')} />
      <FormFoot
        submit={t(setting === null ? 'inbound.create' : 'save')}
        isBusy={create.isPending || change.isPending}
        fault={elsewhere}
      >
        <Button onPress={onClose}>{t('cancel')}</Button>
      </FormFoot>
    </form>
  );
}

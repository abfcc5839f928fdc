/** The form of a host name: to add one, or to edit its URL and options. */

import { useState } from 'react';
import type { ParseSetting } from '#api/email/parse-settings.ts';
import { useCreateParseSetting, useUpdateParseSetting } from '../../../client/email/inbound-parse.ts';
import { usePolicies } from '../../../client/email/security-policies.ts';
import { announce } from '../../../shell/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

/** `setting` is null for a new host name. */
export function HostForm({ setting, onClose }: { setting: ParseSetting | null; onClose(): void }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const create = useCreateParseSetting(target);
  const change = useUpdateParseSetting(target);
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
  const submit = () => {
    const security_policy = policy === '' ? null : policy;
    const input = { hostname: hostname.trim(), url: url.trim(), spam_check, send_raw, security_policy };
    (setting === null ? create : change).mutate(input, {
      onSuccess: () => {
        announce(t(setting === null ? 'inbound.added' : 'inbound.saved', { hostname: input.hostname }));
        onClose();
      },
    });
  };
  const failure = create.error ?? change.error;
  const otherError = generalError(failure, ['hostname', 'url', 'security_policy']);
  return (
    <Form className="stacked" onSubmit={submit}>
      {setting === null && (
        <TextField
          label={t('inbound.hostname')}
          help={t('inbound.hostnameHelp')}
          autoFocus
          value={hostname}
          onChange={(text) => set({ hostname: text })}
          error={fieldError(failure, 'hostname')}
        />
      )}
      <TextField
        label={t('inbound.url')}
        help={t('inbound.urlHelp')}
        value={url}
        onChange={(text) => set({ url: text })}
        error={fieldError(failure, 'url')}
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
      <PolicySelect value={policy} onChange={setPolicy} error={fieldError(failure, 'security_policy')} />
      <FormFooter
        submit={t(setting === null ? 'inbound.create' : 'save')}
        isBusy={create.isPending || change.isPending}
        error={otherError}
      >
        <Button onPress={onClose}>{t('cancel')}</Button>
      </FormFooter>
    </Form>
  );
}

/** `value` is '' for no policy. */
type PolicySelectProps = { value: string; onChange(value: string): void; error: string | undefined };

function PolicySelect({ value, onChange, error }: PolicySelectProps) {
  const t = useWords('email');
  const policies = usePolicies(useEmailTarget());
  if (policies.data === undefined || policies.data.length === 0) return null;
  // A list names its choices by ids, and none of them is empty.
  const none = 'none';
  return (
    <Select
      label={t('policies.choice')}
      options={[
        { value: none, label: t('policies.none') },
        ...policies.data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === '' ? none : value}
      onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
      error={error}
    />
  );
}

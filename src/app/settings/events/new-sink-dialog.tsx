/** Adding a sink: where to post to, which events, and with which secret. */

import { useState } from 'react';
import { eventTypes, type SinkEventType, sinkEventTypes } from '#api/live/events.ts';
import { useCreateSink } from '../../client/sinks.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { kindLabels } from './kind-labels.ts';

export function NewSinkDialog({ onClose }: { onClose(): void }) {
  const t = useWords('events');
  const create = useCreateSink();
  const [destination, setDestination] = useState('');
  const [secret, setSecret] = useState('');
  const [kinds, setKinds] = useState<readonly SinkEventType[]>(eventTypes);
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (destination.trim() === '' || kinds.length === 0) return;
    create.mutate(
      { Destination: destination.trim(), Kinds: kinds, ...(secret !== '' && { Secret: secret }) },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('form.title')}
      submit={t('form.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('form.destination')}
        help={t('form.destinationHelp')}
        placeholder="https://"
        type="url"
        code
        autoFocus
        value={destination}
        onChange={setDestination}
        error={isTried && destination.trim() === '' ? t('form.destinationMissing') : undefined}
      />
      <Kinds chosen={kinds} onChange={setKinds} isMissing={isTried && kinds.length === 0} />
      <TextField
        label={t('form.secret')}
        help={t('form.secretHelp')}
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
      />
    </FormDialog>
  );
}

type KindsProps = {
  chosen: readonly SinkEventType[];
  onChange(kinds: readonly SinkEventType[]): void;
  isMissing: boolean;
};

function Kinds({ chosen, onChange, isMissing }: KindsProps) {
  const t = useWords('events');
  return (
    <fieldset>
      <legend>{t('form.kinds')}</legend>
      {kindLabels.map(([kind, word]) => (
        <Switch
          key={kind}
          label={t(word)}
          isOn={chosen.includes(kind)}
          onChange={(isOn) =>
            onChange(sinkEventTypes.filter((each) => (each === kind ? isOn : chosen.includes(each))))
          }
        />
      ))}
      {isMissing && <p role="alert">{t('form.kindsMissing')}</p>}
    </fieldset>
  );
}

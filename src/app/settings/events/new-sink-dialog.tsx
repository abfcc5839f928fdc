/** Adding a sink: where to post to, which events, and with which secret. */

import { type FormEvent, useId, useState } from 'react';
import { type LiveKind, liveKinds } from '#api/live.ts';
import type { SinkForm } from '#api/sinks.ts';
import { useCreateSink } from '../../client/sinks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { kindWords } from './kind-words.ts';

export function NewSinkDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useWords('events');
  const form = useId();
  const create = useCreateSink();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      title={t('form.title')}
      isOpen={isOpen}
      onClose={close}
      isBusy={create.isPending}
      footer={
        <>
          <Button size="lg" onPress={close}>
            {t('form.cancel')}
          </Button>
          <Button size="lg" kind="primary" type="submit" form={form} isBusy={create.isPending}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <SinkFields id={form} onSubmit={(values) => create.mutate(values, { onSuccess: close })} />
      {create.error && (
        <p className="form-failure" role="alert">
          {create.error.message}
        </p>
      )}
    </Dialog>
  );
}

function SinkFields({ id, onSubmit }: { id: string; onSubmit(values: SinkForm): void }) {
  const t = useWords('events');
  const [destination, setDestination] = useState('');
  const [secret, setSecret] = useState('');
  const [kinds, setKinds] = useState<readonly LiveKind[]>(liveKinds);
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (destination.trim() === '' || kinds.length === 0) return;
    onSubmit({ Destination: destination.trim(), Kinds: kinds, ...(secret !== '' && { Secret: secret }) });
  };
  return (
    <form id={id} onSubmit={submit} className="sink-form" noValidate>
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
      <fieldset>
        <legend>{t('form.kinds')}</legend>
        {kindWords.map(([kind, word]) => (
          <Switch
            key={kind}
            label={t(word)}
            isOn={kinds.includes(kind)}
            onChange={(isOn) =>
              setKinds(liveKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))))
            }
          />
        ))}
        {isTried && kinds.length === 0 && <p role="alert">{t('form.kindsMissing')}</p>}
      </fieldset>
      <TextField
        label={t('form.secret')}
        help={t('form.secretHelp')}
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
      />
    </form>
  );
}

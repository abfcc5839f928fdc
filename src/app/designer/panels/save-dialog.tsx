/** The dialog for saving with a revision message. */

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';

export function SaveDialog() {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const [message, setMessage] = useState('');
  const name = useDocument((state) => state.history.present.name);
  const isBusy = useDocument((state) => state.saving);
  const close = () => view.setState({ dialog: null });
  const submit = () => void commands.save(message.trim());
  return (
    <Dialog
      title={t('saveTitle', { name })}
      isOpen
      onClose={close}
      isBusy={isBusy}
      footer={
        <>
          <Button size="lg" onPress={close} isDisabled={isBusy}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="primary" onPress={submit} isBusy={isBusy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('message')}
          help={t('messageHelp')}
          autoFocus
          value={message}
          onChange={setMessage}
          maxLength={500}
        />
      </form>
    </Dialog>
  );
}

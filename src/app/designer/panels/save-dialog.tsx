/** The dialog for publishing, or for saving with a revision message. */

import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useFindings } from '../designer-context.tsx';
import { PublishPreview } from './publish-preview.tsx';
import './save-dialog.css';

export function SaveDialog({ publishes }: { publishes: boolean }) {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const [message, setMessage] = useState('');
  const name = useDocument((state) => state.history.present.name);
  const isBusy = useDocument((state) => state.saving);
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const close = () => view.setState({ dialog: null });
  const submit = () => void (publishes ? commands.publish(message.trim()) : commands.save(message.trim()));
  return (
    <Dialog
      title={t(publishes ? 'publishTitle' : 'saveTitle', { name })}
      isOpen
      onClose={close}
      isBusy={isBusy}
      footer={
        <>
          <Button size="lg" onPress={close} isDisabled={isBusy}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="primary" onPress={submit} isBusy={isBusy}>
            {t(publishes ? 'publish' : 'save')}
          </Button>
        </>
      }
    >
      {publishes && <p className="sec">{t('publishText')}</p>}
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
      {publishes && sid !== null && <PublishPreview sid={sid} />}
      {publishes && <Warnings />}
    </Dialog>
  );
}

function Warnings() {
  const t = useWords('designer');
  const warnings = useFindings((state) => state.findings).filter((each) => each.severity === 'warning');
  if (warnings.length === 0) return null;
  return (
    <section className="dialog-warnings">
      <h3>
        <Icon of={TriangleAlert} size={14} />
        {t('warnings', { count: warnings.length })}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0}>
        {warnings.map((each) => (
          <li key={`${each.property_path} ${each.message}`}>{each.message}</li>
        ))}
      </ul>
    </section>
  );
}

/** Edits that could not be applied, because another author had removed what they were about. */

import { useEffect } from 'react';
import { editText } from '../../changes/edit-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import './lost-edits-dialog.css';

export function LostEditsDialog() {
  const t = useWords('designer');
  const { document, view } = useDesigner();
  const lost = useDocument((state) => state.editor.lost);
  const isEmpty = lost.length === 0;
  // It must not open by itself for the next one.
  useEffect(() => {
    if (isEmpty) view.setState({ dialog: null });
  }, [isEmpty, view]);
  return (
    <Dialog title={t('lostTitle')} isOpen={!isEmpty} onClose={() => view.setState({ dialog: null })}>
      <p className="mut">{t('lostHelp')}</p>
      <ul className="lost-edits">
        {lost.map((each) => (
          <li key={each.id}>
            <span className="grow">{editText(each.label)}</span>
            <Button onPress={() => document.dismissLost(each.id)}>{t('close')}</Button>
            <Button kind="primary" onPress={() => document.restoreLost(each.id)}>
              {t('restoreLost')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

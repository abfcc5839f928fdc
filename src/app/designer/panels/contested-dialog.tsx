/** Undo of a text that another person, or another window, has changed since: says so, and offers both texts. */

import { editText } from '../../changes/edit-text.ts';
import { editAuthor } from '../../flow-state/edit-author.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import { useWords } from '../../words/use-words.ts';
import '../../words/chunks/change-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import './contested-dialog.css';

export function ContestedDialog() {
  const t = useWords('comparison');
  const { document } = useDesigner();
  const contested = useDocument((state) => state.contested);
  if (contested === null) return null;
  const { by, before, now, label } = contested;
  // The cast is safe: the labels of own steps are those that `apply` was given.
  const edit = editText(label as EditLabel);
  return (
    <Dialog title={t('contested.title')} isOpen onClose={() => document.settleContested(null)}>
      <p>{t('contested.text', { name: editAuthor(by), edit })}</p>
      <div className="contested-texts">
        <section aria-label={t('contested.now')}>
          <h3>{t('contested.now')}</h3>
          <p className="shown-text">{now === '' ? t('contested.empty') : now}</p>
          <Button kind="primary" autoFocus onPress={() => document.settleContested(false)}>
            {t('contested.keep')}
          </Button>
        </section>
        <section aria-label={t('contested.before')}>
          <h3>{t('contested.before')}</h3>
          <p className="shown-text">{before === '' ? t('contested.empty') : before}</p>
          <Button onPress={() => document.settleContested(true)}>{t('contested.takeBack')}</Button>
        </section>
      </div>
    </Dialog>
  );
}

/** Lines below the top bar: work that was taken up again, a newer revision, what did not happen. Never in the way. */

import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { dayAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigning, useDocument, useView } from '../designer-context.tsx';
import { unsavedChanges } from '../document/document-store.ts';

export function Notices() {
  return (
    <>
      <Newer />
      <Restored />
      <Failed />
    </>
  );
}

function Newer() {
  const t = useWords('designer');
  const { view, commands } = useDesigning();
  const newer = useDocument((state) => state.newer);
  if (newer === null) return null;
  return (
    <div className="line warn" role="status">
      <span className="grow">{t('newerLine', { revision: newer.revision })}</span>
      <Button onPress={() => view.setState({ dialog: 'newer' })}>
        {t('lookAt', { revision: newer.revision })}
      </Button>
      <Button kind="danger" onPress={commands.discardMine}>
        {t('discardMine')}
      </Button>
    </div>
  );
}

function Restored() {
  const t = useWords('designer');
  const { document, commands } = useDesigning();
  const restored = useDocument((state) => state.restored);
  const changes = useDocument(unsavedChanges);
  if (restored === null || changes === 0) return null;
  return (
    <div className="line" role="status">
      <span className="grow">
        {t('restored', { count: changes, when: dayAndTime(restored, Date.now()) })}
      </span>
      <Button onPress={commands.discardMine}>{t('discard')}</Button>
      <IconButton icon={X} label={t('close')} onPress={() => document.setState({ restored: null })} />
    </div>
  );
}

function Failed() {
  const t = useWords('designer');
  const { view } = useDesigning();
  const notice = useView((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="line bad">
      <span className="grow">{notice}</span>
      <IconButton icon={X} label={t('close')} onPress={() => view.setState({ notice: null })} />
    </div>
  );
}

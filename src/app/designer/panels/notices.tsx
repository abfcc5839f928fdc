/** Lines below the top bar: work that was taken up again, a newer revision, what did not happen. Never in the way. */

import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { shortDateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { countUnsavedChanges } from '../document/document-store.ts';

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
  const { view, commands } = useDesigner();
  const newer = useDocument((state) => state.newer);
  if (newer === null) return null;
  return (
    <div className="line warn" role="status">
      <span className="grow">{t('newerLine', { revision: newer.revision })}</span>
      <Button onPress={() => view.setState({ dialog: 'newer' })}>
        {t('lookAt', { revision: newer.revision })}
      </Button>
      <Button kind="danger" onPress={commands.discardChanges}>
        {t('discardMine')}
      </Button>
    </div>
  );
}

function Restored() {
  const t = useWords('designer');
  const { document, commands } = useDesigner();
  const restored = useDocument((state) => state.restored);
  const changes = useDocument(countUnsavedChanges);
  if (restored === null || changes === 0) return null;
  return (
    <div className="line" role="status">
      <span className="grow">
        {t('restored', { count: changes, when: shortDateAndTime(restored, Date.now()) })}
      </span>
      <Button onPress={commands.discardChanges}>{t('discard')}</Button>
      <IconButton icon={X} label={t('close')} onPress={() => document.setState({ restored: null })} />
    </div>
  );
}

function Failed() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const notice = useView((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="line bad">
      <span className="grow">{notice}</span>
      <IconButton icon={X} label={t('close')} onPress={() => view.setState({ notice: null })} />
    </div>
  );
}

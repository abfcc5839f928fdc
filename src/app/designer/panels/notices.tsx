/** Notices below the top bar: restored work, a conflict with a newer revision, a failed command. They never block editing. */

import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { shortDateAndTime } from '../../words/time.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { countUnsavedChanges } from '../document/document-store.ts';
import './notices.css';
import { NextSteps } from './next-steps.tsx';

export function Notices() {
  return (
    <>
      <Conflict />
      <Restored />
      <Failed />
      <Arranged />
      <NextSteps />
    </>
  );
}

function Conflict() {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const newer = useDocument((state) => state.newerRevision);
  if (newer === null) return null;
  return (
    <div className="notice warn" role="status">
      <span className="grow">{t('conflictNotice', { revision: newer.revision })}</span>
      <Button onPress={() => view.setState({ dialog: 'conflict' })}>
        {t('compare', { revision: newer.revision })}
      </Button>
      <Button kind="danger" onPress={commands.discardChanges}>
        {t('discardChanges')}
      </Button>
    </div>
  );
}

function Restored() {
  const t = useWords('designer');
  const { document, commands } = useDesigner();
  const restoredAt = useDocument((state) => state.restoredAt);
  const changes = useDocument(countUnsavedChanges);
  if (restoredAt === null || changes === 0) return null;
  return (
    <div className="notice" role="status">
      <span className="grow">
        {t('restored', { count: changes, when: shortDateAndTime(restoredAt, Date.now()) })}
      </span>
      <Button onPress={commands.discardChanges}>{t('discard')}</Button>
      <IconButton icon={X} label={t('close')} onPress={() => document.setState({ restoredAt: null })} />
    </div>
  );
}

/** Shown while arranging is the last edit: an undo, or any further edit, has decided. */
function Arranged() {
  const t = useWords('designer');
  const { view, commands } = useDesigner();
  const isArranged = useView((state) => state.arranged);
  const isLast = useDocument((state) => state.history.past.at(-1)?.label.name === 'arrange');
  if (!isArranged || !isLast) return null;
  const close = () => view.setState({ arranged: false });
  return (
    <div className="notice" role="status">
      <span className="grow">{t('arrangedNotice')}</span>
      <Button onPress={close}>{t('keepArranged')}</Button>
      <Button
        onPress={() => {
          close();
          commands.undo();
        }}
      >
        {t('putBack')}
      </Button>
    </div>
  );
}

function Failed() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const notice = useView((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="notice bad">
      <span className="grow">{notice}</span>
      <IconButton icon={X} label={t('close')} onPress={() => view.setState({ notice: null })} />
    </div>
  );
}

/** Makes the working copy what is published again, as one undo step. Says first whose changes go. */

import { Link } from '@tanstack/react-router';
import { AuthorMark } from '../../flow-state/author-mark.tsx';
import { editAuthor } from '../../flow-state/edit-author.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { RelativeTime } from '../../ui/marks/relative-time.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { isOwnPage } from '../../unsaved-work/own-pages.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { sharesOf } from './last-edits.ts';
import { useEditedParts } from './use-edited-parts.ts';
import { useUnpublished } from './use-unpublished.ts';
import './unpublished-changes.css';

export function DiscardDialog() {
  const t = useWords('designer');
  const words = useWords('flowState');
  const { document, view } = useDesigner();
  const sid = useDocument((state) => state.base?.flow.sid ?? '');
  const unpublished = useUnpublished();
  const { before } = unpublished;
  const revision = unpublished.revision ?? 0;
  const count = unpublished.changes ?? 0;
  const shares = sharesOf(useEditedParts(unpublished), editAuthor);
  const byOthers = shares.reduce((sum, share) => sum + (isOwnPage(share.client) ? 0 : share.count), 0);
  const close = () => view.setState({ dialog: null });
  const discard = () => {
    close();
    if (before === null || !document.put({ name: 'discardChanges', count }, before)) return;
    toast({
      message: t('unpublished.discarded', { count, revision }),
      action: { label: t('undo'), onPress: () => document.undo() },
    });
  };
  return (
    <Dialog
      title={t('unpublished.discardTitle', { count })}
      isOpen
      onClose={close}
      footer={
        <>
          <Link
            to="/flows/$sid/history"
            params={{ sid }}
            search={{ compare: `${revision}..working` }}
            className={buttonClass('plain', 'lg')}
          >
            {t('unpublished.compareFirst')}
          </Link>
          <span className="grow" />
          <Button size="lg" onPress={close} autoFocus>
            {t('unpublished.keep')}
          </Button>
          <Button size="lg" kind="danger" onPress={discard} isDisabled={before === null || count === 0}>
            {t('unpublished.discard', { count })}
          </Button>
        </>
      }
    >
      <p className="sec">{t('unpublished.discardText', { revision })}</p>
      {shares.length > 0 && (
        <ul className="discard-authors">
          {shares.map((share) => (
            <li key={editAuthor(share)}>
              <AuthorMark by={share} />
              <b className="grow clip">{editAuthor(share)}</b>
              <span className="sml sec">
                {words('changes', { count: share.count })}, <RelativeTime at={share.at} isInSentence />
              </span>
            </li>
          ))}
        </ul>
      )}
      {byOthers > 0 && <p className="sml sec">{t('unpublished.byOthers', { count: byOthers })}</p>}
    </Dialog>
  );
}

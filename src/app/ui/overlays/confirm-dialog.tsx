/** Asks before something that cannot be undone is done. */

import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  title: string;
  /** What the button that does it says. */
  submit: string;
  isOpen: boolean;
  onSubmit(): void;
  /** Escape, a click outside and Cancel. */
  onClose(): void;
  /** It is under way: it can neither be sent again nor closed. */
  isBusy: boolean;
  /** Why it has failed, announced by screen readers. */
  failure?: ReactNode;
  children: ReactNode;
};

export function ConfirmDialog({
  title,
  submit,
  isOpen,
  onSubmit,
  onClose,
  isBusy,
  failure,
  children,
}: ConfirmDialogProps) {
  const t = useWords('ui');
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
      footer={
        <>
          <Button size="lg" onPress={onClose} isDisabled={isBusy}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="danger" isBusy={isBusy} onPress={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

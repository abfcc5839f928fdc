/** Asks before something that cannot be undone is done. */

import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.ts';

export type ConfirmDialogProps = {
  title: string;
  /** What the button that does it says. */
  submit: string;
  isOpen: boolean;
  /** While it is under way the dialog can neither be sent again nor closed; its error is announced by screen readers. */
  change: { isPending: boolean; error: Error | null; reset(): void };
  /** Starts the change, which closes the dialog once it is done. */
  onSubmit(whenDone: { onSuccess(): void }): void;
  /** What a toast says then. */
  done?: string;
  /** Escape, a click outside and Cancel, and when it is done. */
  onClose(): void;
  children: ReactNode;
};

export function ConfirmDialog({
  title,
  submit,
  isOpen,
  change: { isPending, error, reset },
  onSubmit,
  done,
  onClose,
  children,
}: ConfirmDialogProps) {
  const t = useWords('ui');
  const cancel = () => {
    onClose();
    reset();
  };
  const onSuccess = () => {
    onClose();
    if (done !== undefined) toast({ message: done });
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={cancel}
      isBusy={isPending}
      failure={error?.message}
      footer={
        <>
          <Button size="lg" onPress={cancel} isDisabled={isPending}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="danger" isBusy={isPending} onPress={() => onSubmit({ onSuccess })}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** A dialog with one form: fields, error, Cancel and submit. */

import { type ReactNode, useEffect, useId, useState } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../overlays/dialog.tsx';

export type FormDialogProps = {
  title: string;
  /** What the button that sends the form says. */
  submit: string;
  onSubmit(): void;
  /** Escape, a click outside and Cancel. The parent unmounts the dialog. */
  onClose(): void;
  /** The form is on its way: it can neither be sent again nor closed by a stray click. */
  isBusy: boolean;
  /** There is nothing that could be sent (yet). */
  isDisabled?: boolean;
  /** The error of the submission, announced by screen readers. */
  failure?: ReactNode;
  children: ReactNode;
};

const invalidControl = ':is(input, textarea)[aria-invalid="true"], button[data-invalid]';

/** Open as long as it is rendered; input is discarded on unmount. */
export function FormDialog({
  title,
  submit,
  onSubmit,
  onClose,
  isBusy,
  isDisabled = false,
  failure,
  children,
}: FormDialogProps) {
  const t = useWords('ui');
  const form = useId();
  const [submissions, setSent] = useState(0);
  // Moves focus to the first invalid field after a submission.
  useEffect(() => {
    if (submissions > 0) document.getElementById(form)?.querySelector<HTMLElement>(invalidControl)?.focus();
  }, [form, submissions]);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
      footer={
        <>
          <Button size="lg" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="primary" type="submit" form={form} isBusy={isBusy} isDisabled={isDisabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes it on to a form that the dialog was opened from, though the dialog stands outside of it.
          event.stopPropagation();
          onSubmit();
          setSent((times) => times + 1);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

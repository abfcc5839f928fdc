/** The foot of a form: why it was not taken, the ways back, and the way on at the end. */

import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import './form-footer.css';

type FormFooterProps = {
  /** What the button that sends the form says. */
  submit: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** What stands at none of the fields, read aloud; nothing when nothing failed. */
  error?: string | undefined;
  /** What else can be done, before the way on. */
  children?: ReactNode;
};

export function FormFooter({ submit, isBusy, isDisabled = false, error, children }: FormFooterProps) {
  return (
    <>
      {error !== undefined && (
        <p className="fault-line" role="alert">
          {error}
        </p>
      )}
      <div className="form-foot">
        {children}
        <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </>
  );
}

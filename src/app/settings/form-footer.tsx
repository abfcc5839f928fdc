/** The footer of a form: the error, other buttons, and submit last. */

import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import './form-footer.css';
import { useMayChange } from './permission-guard.tsx';

type FormFooterProps = {
  /** What the button that sends the form says. */
  submit: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** The error that belongs to no field, announced by screen readers. */
  error?: string | undefined;
  /** Other buttons, before submit. */
  children?: ReactNode;
};

export function FormFooter({ submit, isBusy, isDisabled = false, error, children }: FormFooterProps) {
  const mayChange = useMayChange();
  return (
    <>
      {error !== undefined && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <div className="form-foot">
        {children}
        <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={isDisabled || !mayChange}>
          {submit}
        </Button>
      </div>
    </>
  );
}

/** What is seen of a modal dialog. */

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useWords } from '../../words/use-words.ts';
import './overlay.css';
import { IconButton } from '../icon-button.tsx';

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
  /** Why it could not be done; announced by screen readers, and in view however far the content is scrolled. */
  failure?: ReactNode;
  /** Buttons, the one that goes on last. */
  footer?: ReactNode;
  size?: 'md' | 'wide';
  /** No padding: the content has its own layout. */
  bare?: boolean;
  /** Something is under way that a stray click must not end: only the buttons close. */
  isBusy?: boolean;
  /** A stray click outside does not close it: what was typed in it would be lost. */
  isKept?: boolean;
};

export function DialogPanel({
  title,
  isOpen,
  onClose,
  children,
  failure,
  footer,
  size = 'md',
  bare,
  isBusy = false,
  isKept = false,
}: DialogProps) {
  const t = useWords('ui');
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!isBusy && !isKept}
      isKeyboardDismissDisabled={isBusy}
    >
      <Modal className={size === 'wide' ? 'modal wide' : 'modal'}>
        <AriaDialog>
          <div className="head">
            <Heading slot="title" className="grow">
              {title}
            </Heading>
            <IconButton icon={X} label={t('close')} onPress={onClose} isDisabled={isBusy} />
          </div>
          <div className={bare ? 'body bare' : 'body'}>{children}</div>
          {failure && (
            <p className="failure" role="alert">
              {failure}
            </p>
          )}
          {footer && <div className="foot">{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

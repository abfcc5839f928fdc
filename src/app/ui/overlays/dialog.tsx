/**
 * A modal dialog, the shell of all of them: as high as its content, at most as the window less 48 px. Title and actions
 * stay where they are, what is between them scrolls. Escape and a click outside close it. It is loaded
 * when the page is first used.
 */

import type { DialogProps } from './dialog-panel.tsx';
import { LateOverlay, lateOverlay } from './late-overlay.tsx';

const DialogPanel = lateOverlay(async () => (await import('./dialog-panel.tsx')).DialogPanel);

export function Dialog(props: DialogProps) {
  return (
    <LateOverlay isOpen={props.isOpen} onClose={props.onClose}>
      <DialogPanel {...props} />
    </LateOverlay>
  );
}

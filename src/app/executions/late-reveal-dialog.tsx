/** The dialog of a reveal, loaded when the page is first used. */

import type { ComponentProps } from 'react';
import { LateOverlay, lateOverlay } from '../ui/overlays/late-overlay.tsx';

const RevealDialog = lateOverlay(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

export function LateRevealDialog(props: ComponentProps<typeof RevealDialog>) {
  return (
    <LateOverlay isOpen onClose={props.onClose}>
      <RevealDialog {...props} />
    </LateOverlay>
  );
}

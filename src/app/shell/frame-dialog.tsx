/** The dialogs of the frame, loaded when the page is first used. */

import { useOpenDialog } from '../client/open-dialog.ts';
import { ConfirmationDialog } from '../people/confirmation-dialog.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import { SwitchedDialog } from './switched-dialog.tsx';

export function FrameDialog() {
  const open = useOpenDialog();
  switch (open) {
    case 'confirmation':
      return <ConfirmationDialog />;
    case 'accounts':
      return <AccountSwitcher />;
    case 'switched':
      return <SwitchedDialog />;
    case null:
      return null;
  }
}

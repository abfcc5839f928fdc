/** Who asks for a field sees it: the settings stand where the comments do, and beside a test run. */

import { useEffect } from 'react';
import type { DesignerContextValue } from './designer-context.tsx';

/** Shows the settings when a field is requested. */
export function useSettingsOnRequest({ view }: DesignerContextValue): void {
  useEffect(
    () =>
      view.subscribe(({ focusRequest }, before) => {
        if (focusRequest === null || focusRequest === before.focusRequest) return;
        view.setState({ settingsOpen: true, comments: null });
      }),
    [view],
  );
}

/** Who asks for a field sees it: the settings stand where the test run and the comments do. */

import { useEffect } from 'react';
import type { DesignerContextValue } from './designer-context.tsx';

/** Closes the panel in front of the settings when a field is requested; a test run goes on when it is opened again. */
export function useSettingsOnRequest({ view, testRun }: DesignerContextValue): void {
  useEffect(
    () =>
      view.subscribe(({ focusRequest }, before) => {
        if (focusRequest === null || focusRequest === before.focusRequest) return;
        testRun.close();
        view.setState({ comments: null });
      }),
    [view, testRun],
  );
}

/** When a flow is validated for the first time: after the first frame that shows it. */

import { useEffect } from 'react';
import type { DesignerContextValue } from './designer-context.tsx';

/** Loads the rules after the first frame, and validates. */
export function useFindingsOnceShown({ findings }: Pick<DesignerContextValue, 'findings'>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(findings.begin);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [findings]);
}

/** When a large flow is validated for the first time: after the first frame that shows it. */

import { useEffect } from 'react';
import type { DesignerContextValue } from './designer-context.tsx';

/** Validates a large flow after its first frame. */
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

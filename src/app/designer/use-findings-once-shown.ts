/** When a flow is validated for the first time: after the first frame that shows it. */

import { useEffect } from 'react';
import type { DesignerContextValue } from './designer-context.tsx';

/**
 * Loads the rules after the first frame, and validates; again when the carriers of the flow are known, which are read again when a
 * person comes back to the window: they may have changed them in another.
 */
export function useFindingsOnceShown({
  findings,
  document,
}: Pick<DesignerContextValue, 'findings' | 'document'>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readCarriers = () => {
      const flow = document.getState().base?.flow.sid;
      if (flow === undefined) return;
      // Who may not see the numbers has the other findings.
      import('./document/flow-carriers.ts')
        .then(({ fetchFlowCarriers }) => fetchFlowCarriers(flow))
        .then(findings.setCarriers, () => {});
    };
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        findings.begin();
        readCarriers();
        window.addEventListener('focus', readCarriers);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      window.removeEventListener('focus', readCarriers);
    };
  }, [findings, document]);
}

/** Which step is selected: in the address as soon as it rests, before that in the page alone. */

import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Browsers refuse an address that changes with each frame. */
const restMs = 150;

const route = getRouteApi('/shell/flows/$sid/executions/$executionSid');

/** The newest of the `total` steps is followed as it moves: then the address names no step. */
export function useSelectedStep(total: number): { selected: number; select(seq: number): void } {
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const [moving, setMoving] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(total);
  useEffect(() => {
    newest.current = total;
  }, [total]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const select = useCallback(
    (wanted: number) => {
      const seq = Math.max(1, wanted);
      setMoving(seq);
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        await navigate({
          search: ({ step: _, ...rest }) => ({ ...rest, ...(seq < newest.current && { step: seq }) }),
          replace: true,
        });
        setMoving((now) => (now === seq ? null : now));
      }, restMs);
    },
    [navigate],
  );
  return { selected: Math.min(moving ?? step ?? total, total), select };
}

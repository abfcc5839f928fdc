/** Ends what is heard when the phone is left. */

import { useEffect, useRef } from 'react';
import type { CallLine } from './call-line.ts';

export function useStopAtEnd(line: CallLine): void {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // In development effects run twice: the phone is still there.
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => line.stop());
    };
  }, [line]);
}

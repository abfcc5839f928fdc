/** The time of this device, as often as “2 min ago” and running executions need it. */

import { useEffect, useState } from 'react';

/** Epoch ms, renewed every `ms`. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

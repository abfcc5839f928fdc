/** The time, as often as running executions need it. */

import { useEffect, useState } from 'react';

/** Epoch ms, renewed every 5 s. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The time, as often as “2 min ago” needs it. */

import { useEffect, useState } from 'react';

/** Epoch ms, renewed every 30 s. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
